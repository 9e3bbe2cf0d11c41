import type { Picture, PieceOnTable, Point } from "../protocol";
import { COUNTER } from "./geometry";
import type { BoardModel } from "./model";

export interface Placed {
  /** Unique on the board: unseen pieces may share an id. */
  key: string;
  piece: PieceOnTable;
  at: Point;
  /** Size relative to a counter at zoom 1. */
  size: number;
}
export interface StackOnBoard {
  space: string;
  centre: Point;
  placed: Placed[];
  crowded: boolean;
}

/** Where each counter stands: up to three side by side, more overlap by half; hexes stack with an offset. */
export function stacks(model: BoardModel, picture: Picture): StackOnBoard[] {
  const known = new Map<string, number>();
  const keyOf = (id: string): string => {
    const before = known.get(id) ?? 0;
    known.set(id, before + 1);
    return before === 0 ? id : `${id}|${before}`;
  };
  const bySpace = new Map<string, PieceOnTable[]>();
  for (const piece of picture.pieces) {
    const list = bySpace.get(piece.at);
    if (list) list.push(piece);
    else bySpace.set(piece.at, [piece]);
  }
  const result: StackOnBoard[] = [];
  for (const [id, pieces] of bySpace) {
    const home = model.space.get(id);
    if (!home) continue;
    const [x, y] = home.counters;
    const count = pieces.length;
    const size = !model.hexes && count < 3 ? 1.1 : 1;
    const side = COUNTER * size;
    const low = y + (side - COUNTER) / 2; // a larger counter grows downwards, away from the name above it
    let placed: Placed[];
    if (home.space.kind === "hex") {
      placed = pieces.map((piece, index) => ({
        key: keyOf(piece.id),
        piece,
        size,
        at: [x + (index - (count - 1) / 2) * 5, y - (index - (count - 1) / 2) * 5],
      }));
    } else {
      const step = count <= 3 ? side + model.gap : Math.min(side / 2, (2 * (side + model.gap)) / (count - 1));
      placed = pieces.map((piece, index) => ({
        key: keyOf(piece.id),
        piece,
        size,
        at: [x + (index - (count - 1) / 2) * step, low],
      }));
    }
    result.push({ space: id, centre: [x, y], placed, crowded: count > 3 || (home.space.kind === "hex" && count > 1) });
  }
  return result;
}

/** The spread stack: a low arc, `pitch` units from counter to counter. */
export function fan(stack: StackOnBoard, pitch: number): Placed[] {
  const count = stack.placed.length;
  return stack.placed.map(({ key, piece }, index) => {
    const from = index - (count - 1) / 2;
    const lift = (1 - (from / Math.max(1, (count - 1) / 2)) ** 2) * pitch * 0.16;
    return { key, piece, size: 1, at: [stack.centre[0] + from * pitch, stack.centre[1] - lift] };
  });
}
