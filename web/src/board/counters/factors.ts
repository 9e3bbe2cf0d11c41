import type { PieceOnTable } from "../../protocol";
import type { BoardModel } from "../model";

/** The numbers of a counter's figures; 0 for a word, such as the range of a headquarters. */
export function factors(model: BoardModel, on: PieceOnTable): number[] {
  const { figures = [], faces = [] } = model.pieces.get(on.id) ?? {};
  const face = Math.max(0, faces.indexOf(on.face ?? ""));
  const printed = figures[Math.min(face, figures.length - 1)];
  return (printed?.split("-") ?? []).map((part) => Number(/^\(?(\d+)\)?$/.exec(part)?.[1] ?? 0));
}

/** What the counters of a stack add up to, as many numbers as the game says; none where a counter has fewer, or none counts. */
export function sumOf(model: BoardModel, pieces: PieceOnTable[]): number[] {
  const { sums = 0 } = model.scene;
  const rows = pieces.map((piece) => factors(model, piece).slice(0, sums));
  if (rows.some((row) => row.length < sums || row.some(Number.isNaN))) return [];
  const found = [...Array(sums).keys()].map((n) => rows.reduce((sum, row) => sum + row[n]!, 0));
  return found.some((one) => one > 0) ? found : []; // words are no sum
}
