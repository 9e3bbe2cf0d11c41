import type { BoardModel } from "../../board/model";
import type { Table } from "../../table/context";

export type Verdict = "good" | "bad" | "fair" | "none";

const FOR_THE_OTHER: Partial<Record<Verdict, Verdict>> = { good: "bad", bad: "good" };

/**
 * How good a chart's result is for the player; undefined if the game does not say. `ply`: the moment at which the dice
 * fell, or else they are those of the battle that is shown.
 */
export function verdictOf(table: Table, chart: string | undefined, result: string, ply?: number): Verdict | undefined {
  const known = table.model?.scene.charts?.find((one) => one.id === chart);
  const verdict = known?.verdicts?.[result];
  return (known?.attacking && verdict && isAttacked(table, ply) && FOR_THE_OTHER[verdict]) || verdict;
}

const ORDER: (Verdict | undefined)[] = ["bad", "fair", "none", undefined, "good"];

/**
 * Sorts results from bad to good for the player. A chart lists them this way for the player that its verdicts
 * are about.
 */
export function fromBad(table: Table, chart: string | undefined): (one: string, other: string) => number {
  const known = table.model?.scene.charts?.find(({ id }) => id === chart);
  const listed = Object.keys(known?.verdicts ?? {});
  const turned = known?.attacking && isAttacked(table) ? -1 : 1;
  const kind = (result: string): number => ORDER.indexOf(verdictOf(table, chart, result));
  return (one, other) => kind(one) - kind(other) || turned * (listed.indexOf(one) - listed.indexOf(other));
}

/**
 * Whether the player is attacked: in the turn in which dice fell, or else in the battle that is shown. Where two people
 * share a screen, the player is the one who decides.
 */
export function isAttacked({ model, picture, held, state, dispatches }: Table, ply?: number): boolean {
  const sideOf = (seat: string | undefined) => model?.scene.seats.find((one) => one.id === seat)?.side;
  const part = ply === undefined ? undefined : dispatches.partAt(ply);
  const battle = picture?.combat?.battles?.find((one) => one.state !== "declared");
  const attacker = sideOf(part?.seat) ?? model?.pieces.get(battle?.attackers?.[0] ?? "")?.side;
  const people = Object.entries(state?.seats ?? {}).flatMap(([seat, who]) => (who === "human" ? [seat] : []));
  const own = sideOf(held ?? (people.length === 1 ? people[0] : state?.decision?.seat));
  return attacker !== undefined && own !== undefined && own !== attacker;
}

/** A result in full words, for use outside its chart, which has short forms. */
export function inWords(model: BoardModel, chart: string | undefined, result: string): string {
  return model.scene.charts?.find((one) => one.id === chart)?.words?.[result] ?? result;
}
