import type { BoardModel } from "../../board/model";

export type Verdict = "good" | "bad" | "fair" | "none";

/** What a result of a chart is for whoever decides; undefined where the game does not say. */
export function verdictOf(model: BoardModel, chart: string | undefined, result: string): Verdict | undefined {
  const known = model.scene.charts?.find((one) => one.id === chart)?.verdicts;
  return known?.[result];
}

/** A result as a person reads it outside its chart, where short forms stand. */
export function inWords(model: BoardModel, chart: string | undefined, result: string): string {
  return model.scene.charts?.find((one) => one.id === chart)?.words?.[result] ?? result;
}
