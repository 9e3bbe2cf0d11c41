import { words } from "../words/orders";
import type { Chance, Cost, Forecast } from "./forms";

/** Say a chance: certain, never, or in percent with its interval. */
export function chanceSaid({ exact, share, low, high }: Chance): string {
  if (exact) return share >= 1 ? words.certain : share <= 0 ? words.never : words.percent(share);
  return words.within(words.percent(share), words.percentRange(low, high));
}

export const costSaid = ({ mean, low, high }: Cost): string =>
  words.within(words.figure(mean), words.range(words.figure(low), words.figure(high)));

/** A bar and the interval on it, as shares of its track. */
export interface Measure {
  filled: number;
  low: number;
  high: number;
}

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);

export const chanceBar = ({ share: filled, low, high, exact }: Chance): Measure =>
  exact ? { filled, low: filled, high: filled } : { filled, low, high };

/** The bars of costs have one scale, on which the highest has some room left. */
export function costBars(costs: Cost[]): Measure[] {
  const whole = 1.3 * Math.max(0, ...costs.map(({ high }) => high));
  return costs.map(({ mean, low, high }) => ({
    filled: share(mean, whole),
    low: share(low, whole),
    high: share(high, whole),
  }));
}

/** Say a forecast aloud: its sentence, and the chances and costs that differ from those said before. */
export function aloud(now: Forecast, before: Forecast | null): string {
  const old = new Map<string, string>();
  for (const chance of before?.chances ?? []) old.set(chance.label, chanceSaid(chance));
  for (const cost of before?.costs ?? []) old.set(cost.label, words.figure(cost.mean));
  const told = [
    ...now.chances.map((chance) => ({ label: chance.label, said: chanceSaid(chance) })),
    ...now.costs.map((cost) => ({ label: cost.label, said: words.figure(cost.mean) })),
  ].filter(({ label, said }) => old.get(label) !== said);
  return [now.sentence, ...told.map(({ label, said }) => words.spoken(label, said, old.get(label)))].join(" ");
}
