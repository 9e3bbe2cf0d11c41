import RBush, { type BBox } from "rbush";
import type { Point } from "../../protocol";
import type { Stretch } from "../geometry";

export type { BBox };

/** A possible position of a label, and what it takes up there. */
export interface Spot<T> {
  boxes: BBox[];
  value: T;
}

export const box = ([x, y]: Point, width: number, height: number): BBox => ({
  minX: x - width / 2,
  minY: y - height / 2,
  maxX: x + width / 2,
  maxY: y + height / 2,
});

export const meets = (one: BBox, other: BBox): number =>
  Math.max(0, Math.min(one.maxX, other.maxX) - Math.max(one.minX, other.minX)) *
  Math.max(0, Math.min(one.maxY, other.maxY) - Math.max(one.minY, other.minY));

/** A part of the front, with the room that its line and ticks take up. */
interface Bar extends BBox {
  from: Point;
  to: Point;
}

/** Whether a line from one point to another enters a box. */
function crosses({ from, to }: Bar, { minX, minY, maxX, maxY }: BBox): boolean {
  let [first, last] = [0, 1];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  for (const [p, q] of [
    [-dx, from[0] - minX],
    [dx, maxX - from[0]],
    [-dy, from[1] - minY],
    [dy, maxY - from[1]],
  ] as Point[]) {
    if (p === 0 && q < 0) return false;
    if (p < 0) first = Math.max(first, q / p);
    else if (p > 0) last = Math.min(last, q / p);
  }
  return first <= last;
}

/** What is already on the map: counters, markers and labels as boxes, the front as short lines. */
export class Taken {
  readonly #boxes = new RBush<BBox>();
  readonly #front = new RBush<Bar>();

  constructor(
    boxes: BBox[],
    front: Stretch[],
    private readonly frame: BBox,
    /** The room that a label leaves beside the front if it finds no free spot and must be drawn. */
    private readonly room: number,
  ) {
    this.#boxes.load(boxes);
    this.#front.load(
      front.flatMap(({ points }) =>
        points.slice(1).map((to, index): Bar => {
          const from = points[index]!;
          return {
            minX: Math.min(from[0], to[0]),
            minY: Math.min(from[1], to[1]),
            maxX: Math.max(from[0], to[0]),
            maxY: Math.max(from[1], to[1]),
            from,
            to,
          };
        }),
      ),
    );
  }

  take(boxes: BBox[]): void {
    for (const one of boxes) this.#boxes.insert(one);
  }

  /** Whether nothing covers some boxes, and they cover nothing except the front, across which letters are readable. */
  clear(boxes: BBox[]): boolean {
    return boxes.every((one) => this.#within(one) && !this.#boxes.collides(one));
  }

  free(boxes: BBox[]): boolean {
    return this.clear(boxes) && boxes.every((one) => !this.#front.search(one).some((bar) => crosses(bar, one)));
  }

  /** How much of some boxes obstructs other things. Crossing the front counts as much as half a box. */
  cost(boxes: BBox[]): number {
    return boxes.reduce((sum, one) => {
      const own = (one.maxX - one.minX) * (one.maxY - one.minY);
      const hidden = this.#boxes.search(one).reduce((all, other) => all + meets(one, other), 0);
      const front = this.#crossed(one) ? own / 2 : 0;
      return sum + hidden + front + (this.#within(one) ? 0 : 4 * own);
    }, 0);
  }

  #crossed({ minX, minY, maxX, maxY }: BBox): boolean {
    const { room } = this;
    const wide = { minX: minX - room, minY: minY - room, maxX: maxX + room, maxY: maxY + room };
    return this.#front.search(wide).some((bar) => crosses(bar, wide));
  }

  #within({ minX, minY, maxX, maxY }: BBox): boolean {
    const { frame } = this;
    return minX >= frame.minX && minY >= frame.minY && maxX <= frame.maxX && maxY <= frame.maxY;
  }

  /**
   * The spot that the label had if it is still free, or else the first free one. If there is none and the label may
   * cross the front, the first clear one. If it must be drawn, finally the least obstructed one. Spots are requested
   * one by one, only as needed.
   */
  place<T>(spots: Iterable<Spot<T>>, least: "free" | "clear" | "any", had?: (value: T) => boolean): T | null {
    const asked: Spot<T>[] = [];
    const rest = spots[Symbol.iterator]();
    const first = (fits: (spot: Spot<T>) => boolean): Spot<T> | undefined => {
      const known = asked.find(fits);
      if (known) return known;
      for (let next = rest.next(); !next.done; next = rest.next()) {
        asked.push(next.value);
        if (fits(next.value)) return next.value;
      }
      return undefined;
    };
    const old = had && first(({ value }) => had(value));
    let found = old && this.free(old.boxes) ? old : first(({ boxes }) => this.free(boxes));
    if (least !== "free") found ??= first(({ boxes }) => this.clear(boxes));
    if (!found && least === "any") {
      const costs = new Map(asked.map((spot) => [spot, this.cost(spot.boxes)]));
      found = asked.sort((one, other) => costs.get(one)! - costs.get(other)!)[0];
    }
    if (!found) return null;
    this.take(found.boxes);
    return found.value;
  }
}
