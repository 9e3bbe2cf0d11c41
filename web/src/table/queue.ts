import type { GameEvent, Picture, Roll } from "../protocol";

/** The number of the battle that is declared against each space. */
export type Numbers = Record<string, string>;

/**
 * What is resolved one after another: the space of each roll, those that were made first, and the one that is shown.
 */
export interface Queue {
  spaces: string[];
  /** The number of each. A declared battle keeps its own, whatever the order. */
  signs: string[];
  /** How many were declared, including those that ended without a roll. */
  count: number;
  done: number;
  /** The index of the roll that is being resolved or looked at or, if there is none, the first that is left. */
  now: number;
}

/** The declared battles of a picture, by space. One that is known by its place has no number. */
export function numbersOf(picture: Picture): Numbers {
  const declared = (picture.combat?.battles ?? []).filter(({ state }) => state === "declared");
  return Object.fromEntries(
    declared.flatMap(({ id, spaces = [] }) => (spaces.includes(id) ? [] : spaces.map((space) => [space, id]))),
  );
}

/** Where the present step begins in the log, however often the game returns to it. */
export function stepBegan(log: GameEvent[]): number {
  const steps = log.map((event) => (event.kind === "step" ? event.step : undefined));
  const step = steps.filter((one) => one !== undefined).at(-1);
  return steps.map((one) => one !== undefined && one !== step).lastIndexOf(true) + 1;
}

/**
 * The queue of the present step: the rolls about spaces that it has made, from the log as far as it has been shown, and
 * those still to come, from the picture. `shown`: the roll on the table. `numbers`: those of the battles that were
 * declared for it.
 */
export function queueOf(
  picture: Picture,
  log: GameEvent[],
  shown: Roll | undefined,
  numbers: Numbers = {},
  told: GameEvent[] = log,
): Queue | null {
  const began = stepBegan(told);
  const made = told
    .slice(began)
    .filter((event): event is Roll => event.kind === "roll" && event.spaces?.[0] !== undefined);
  const present = stepBegan(log) === began;
  const spaces = [...made.map((event) => event.spaces![0]!), ...((present && picture.queue) || [])];
  if (spaces.length === 0) return null;
  const at = shown ? made.findIndex((event) => event.ply === shown.ply) : -1;
  // A battle whose die has fallen continues while units retreat and advance.
  const goesOn = (present && picture.combat?.battles?.find(({ state }) => state === "now")?.spaces) || [];
  const fallen = made.map(({ spaces }) => spaces!.some((space) => goesOn.includes(space))).lastIndexOf(true);
  const now = at >= 0 ? at : fallen >= 0 ? fallen : made.length;
  if (now >= spaces.length) return null;
  const signs = spaces.map((space, index) => numbers[space] ?? String(index + 1));
  const count = Math.max(spaces.length, ...Object.values(numbers).map((number) => Number(number) || 0));
  return { spaces, signs, count, done: at >= 0 ? at : made.length, now };
}
