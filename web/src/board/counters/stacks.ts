import type { Picture, PieceOnTable, Point } from "../../protocol";
import { COUNTER, FULL } from "../geometry";
import { factors } from "./factors";
import type { BoardModel, BoardSpace } from "../model";

export interface Placed {
  /** Unique on the board, because unseen pieces may share an id. */
  key: string;
  piece: PieceOnTable;
  at: Point;
  /** The point that stays in place when counters are drawn larger or smaller: the slot, or the middle of the stack. */
  home: Point;
  /** Size relative to a counter at zoom 1. */
  size: number;
}
export interface StackOnBoard {
  space: string;
  centre: Point;
  placed: Placed[];
  crowded: boolean;
}

interface Slot {
  at: Point;
  /** The slot of a box that it occupies. */
  slot?: Point;
  size: number;
}

/** How much smaller counters in a box are than they would be drawn, so that those side by side have room. */
export function slotSize(model: BoardModel, { slots: [first, ...others] }: BoardSpace): number {
  const near = first ? others.map(([x, y]) => Math.hypot(x - first[0], y - first[1])) : [];
  return Math.min(1, Math.min(...near) / (COUNTER * (1 + model.depth)));
}

/** Where this many counters are, from the space's anchor, the lowest first. */
function slots(model: BoardModel, home: BoardSpace, count: number): Slot[] {
  const { kind } = home.space;
  const all = [...Array(count).keys()];
  if (kind === "box" && home.slots.length > 0) {
    const [x, y] = home.counters;
    const size = slotSize(model, home);
    return all.map((index) => {
      const beyond = Math.max(0, index - home.slots.length + 1); // counters without a slot of their own are on the last one, shifted
      const slot = home.slots[index - beyond]!;
      return { at: [slot[0] - x + beyond * 4, slot[1] - y - beyond * 4], size, slot };
    });
  }
  if (kind === "hex") {
    const told = model.scene.stacks ?? [];
    const stack = told[Math.min(count, told.length) - 1];
    if (!stack)
      return all.map((index) => {
        const from = (index - (count - 1) / 2) * 5;
        return { at: [from, -from], size: 1 };
      });
    const by = model.scale;
    const size = stack.side / model.scene.counter.side;
    const last = stack.at.length - 1;
    const [dx, dy] = last > 0 ? [0, 1].map((axis) => stack.at[last]![axis]! - stack.at[last - 1]![axis]!) : [0, 0];
    return all.map((index) => {
      const beyond = Math.max(0, index - last);
      const [x, y] = stack.at[index - beyond]!;
      return { at: [(x + dx! * beyond) * by, (y + dy! * beyond) * by], size };
    });
  }
  const size = !model.hexes && count < 3 ? 1.1 : 1;
  const side = COUNTER * size;
  const low = (side - COUNTER) / 2; // a larger counter grows downward, away from the name above it
  const step = count <= 3 ? side + model.gap : Math.min(side / 2, (2 * (side + model.gap)) / (count - 1));
  return all.map((index) => ({ at: [(index - (count - 1) / 2) * step, low], size }));
}

/**
 * The position of each counter. Up to three are side by side, more overlap by half. In hexes, they stack with an
 * offset.
 */
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
    const places = slots(model, home, pieces.length);
    // The strongest of a stack lies on top of it.
    if (model.scene.sums && home.hex) {
      pieces.sort((one, other) => (factors(model, one)[0] ?? 0) - (factors(model, other)[0] ?? 0));
    }
    const placed = pieces.map((piece, index): Placed => {
      const { at, size, slot } = places[index]!;
      return { key: keyOf(piece.id), piece, at: [x + at[0], y + at[1]], home: slot ?? [x, y], size };
    });
    const count = pieces.length;
    const apart = home.space.kind === "box" && count <= home.slots.length;
    result.push({
      space: id,
      centre: [x, y],
      placed,
      crowded: !apart && (count > 3 || (home.space.kind === "hex" && count > 1)),
    });
  }
  return result;
}

/**
 * The size in pixels of a counter in a spread stack, and the distance to the next. Blocks, which are told apart by
 * their edges, are larger.
 */
export const fanSize = (blocks: boolean): { side: number; pitch: number } =>
  blocks ? { side: 50, pitch: 66 } : { side: 40, pitch: 46 };

/** The width of a spread stack. */
export const fanWidth = (count: number, pitch: number): number => (count + 0.3) * pitch;

/** The spread stack: a low arc, with `pitch` units from counter to counter. */
export function fan(stack: StackOnBoard, pitch: number): Placed[] {
  const count = stack.placed.length;
  return stack.placed.map(({ key, piece }, index) => {
    const from = index - (count - 1) / 2;
    const lift = (1 - (from / Math.max(1, (count - 1) / 2)) ** 2) * pitch * 0.16;
    return { key, piece, size: 1, home: stack.centre, at: [stack.centre[0] + from * pitch, stack.centre[1] - lift] };
  });
}

/** Below this many screen pixels of its side, a stack of blocks in a hex is one of them. */
const BLOCKS = 24.5;

/** Whether hexes are so small at this scale that a counter of card shows only what can be read there. */
export const isCompact = (model: BoardModel, k: number): boolean =>
  model.depth === 0 && model.grid !== null && Math.round(model.grid.pitch * k * 10) / 10 < FULL;

/** Whether a stack in a hex is drawn as one counter, with the edges of the others behind it. */
export const isToken = (model: BoardModel, stack: StackOnBoard, k: number): boolean =>
  stack.placed.length > 1 &&
  model.space.get(stack.space)?.hex != null &&
  (model.depth > 0 ? COUNTER * k < BLOCKS : isCompact(model, k));
