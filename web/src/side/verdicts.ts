import type { BoardModel } from "../board/model";

export type Verdict = "good" | "bad" | "fair" | "none";

/** What a result of a chart is for whoever decides; undefined where the game does not say. */
export function verdictOf(model: BoardModel, chart: string | undefined, result: string): Verdict | undefined {
  const known = model.scene.charts?.find((one) => one.id === chart)?.verdicts;
  return known?.[result];
}
