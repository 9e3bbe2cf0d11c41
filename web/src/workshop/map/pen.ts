import type { Hex, Hexes } from "../../board/hexes";
import type { Point } from "../../protocol";
import { key, type Pair } from "../lines";

/** A corner where hexsides meet, with those that lead on from it: to which corner, and between which hexes. */
export interface Corner {
  key: string;
  at: Point;
  next: Map<string, Pair>;
}

const named = ([x, y]: Point): string => `${Math.round(x * 2)},${Math.round(y * 2)}`;
const far = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

/**
 * The hexsides of a map as a net of corners, for lines that run along them. Sides at the rim belong to a single hex,
 * and are not part of it.
 */
export class Corners {
  readonly all = new Map<string, Corner>();

  constructor(readonly hexes: Hexes) {
    for (const hex of hexes.all)
      for (let side = 0; side < 3; side++) {
        const other = hexes.beyond(hex, side);
        if (!other) continue;
        const [a, b] = hexes.side(hex, side);
        this.#join(a, b, [hex.id, other.id]);
        this.#join(b, a, [hex.id, other.id]);
      }
  }

  #join(from: Point, to: Point, pair: Pair): void {
    const name = this.#named(from);
    const corner = this.all.get(name) ?? { key: name, at: from, next: new Map<string, Pair>() };
    this.all.set(name, corner);
    corner.next.set(this.#named(to), pair);
  }

  /** Rounding may split one corner, so its neighbors in the rounded lattice are searched, too. */
  #named(point: Point): string {
    const exact = named(point);
    if (this.all.has(exact)) return exact;
    for (const dx of [-0.5, 0, 0.5])
      for (const dy of [-0.5, 0, 0.5]) {
        const near = named([point[0] + dx, point[1] + dy]);
        if (this.all.has(near)) return near;
      }
    return exact;
  }

  /** The corner nearest to a point, of the hex that contains it or, beside the map, of all that it touches. */
  nearest(point: Point): Corner | null {
    const hex = this.hexes.at(point);
    const near = hex
      ? this.hexes.ring(hex).flatMap((corner) => this.all.get(this.#named(corner)) ?? [])
      : [...this.all.values()].filter((corner) => isAt(this.hexes, point, corner.at));
    return near.reduce<Corner | null>(
      (best, corner) => (best && far(point, best.at) <= far(point, corner.at) ? best : corner),
      null,
    );
  }

  /** The corners from one to another by the shortest path; null if it is longer than `most` sides. */
  way(from: Corner, to: Corner, most = 40): Corner[] | null {
    const before = new Map<string, string>([[from.key, ""]]);
    let edge = [from.key];
    for (let step = 0; step <= most && edge.length; step++) {
      if (before.has(to.key)) {
        const found: Corner[] = [];
        for (let name = to.key; name; name = before.get(name)!) found.unshift(this.all.get(name)!);
        return found;
      }
      edge = edge.flatMap((name) =>
        [...this.all.get(name)!.next.keys()].filter((next) => {
          if (before.has(next) || !this.all.has(next)) return false;
          before.set(next, name);
          return true;
        }),
      );
    }
    return null;
  }
}

/** The hexes from one to another in a straight line, without the first. */
export function straight(hexes: Hexes, from: Hex, to: Hex): Hex[] {
  const steps = Math.max(Math.abs(from.q - to.q), Math.abs(from.r - to.r), Math.abs(from.q + from.r - to.q - to.r));
  const found: Hex[] = [];
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const point: Point = [
      from.centre[0] + (to.centre[0] - from.centre[0]) * share + 0.01,
      from.centre[1] + (to.centre[1] - from.centre[1]) * share + 0.01,
    ];
    const hex = hexes.at(point);
    if (hex && found.at(-1) !== hex) found.push(hex);
  }
  return found;
}

/** A course that continues to a hex, or goes back by one if it has just been there. */
export function onward(hexes: Hexes, course: string[], to: Hex): string[] {
  const last = hexes.byId.get(course.at(-1) ?? "");
  if (!last) return [to.id];
  if (last === to) return course;
  if (course.at(-2) === to.id) return course.slice(0, -1);
  return [...course, ...straight(hexes, last, to).map(({ id }) => id)];
}

/** How near the pen must be to what it takes, in hexes: with the magnet, and without. */
const SIDE = { magnet: 0.42, exact: 0.16 };
const RUBBER = { magnet: 0.2, exact: 0.1 };
const SPOT = 0.25;

/** Whether the pen, without the magnet, is at a corner or the center of a hex. */
export const isAt = (hexes: Hexes, point: Point, spot: Point): boolean => far(point, spot) < hexes.pitch * SPOT;

/** The hexside nearest to a point, as the pair of hexes that share it; null at the rim, or in the middle of a hex. */
export function sideAt(hexes: Hexes, point: Point, exact: boolean): Pair | null {
  const hex = hexes.at(point);
  if (!hex) return null;
  let best: { pair: Pair; away: number } | null = null;
  for (let side = 0; side < 6; side++) {
    const other = hexes.beyond(hex, side);
    const [a, b] = hexes.side(hex, side);
    const away = far(point, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    if (other && (!best || away < best.away)) best = { pair: [hex.id, other.id], away };
  }
  return best && best.away < hexes.pitch * (exact ? SIDE.exact : SIDE.magnet) ? best.pair : null;
}

/** The distance of a point from a segment. */
function away([x, y]: Point, [[ax, ay], [bx, by]]: [Point, Point]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
}

/** Where a hexside, or the link between two centers, is on the board. */
export function stretch(hexes: Hexes, pair: Pair, link: boolean): [Point, Point] | null {
  const [one, other] = [hexes.byId.get(pair[0]), hexes.byId.get(pair[1])];
  if (!one || !other) return null;
  return link ? [one.centre, other.centre] : hexes.between(one, other);
}

/** The given hexsides or links that a point touches. */
export function touched(hexes: Hexes, pairs: Iterable<Pair>, link: boolean, point: Point, exact: boolean): string[] {
  const found: string[] = [];
  const within = hexes.pitch * (exact ? RUBBER.exact : RUBBER.magnet);
  for (const pair of pairs) {
    const where = stretch(hexes, pair, link);
    if (where && away(point, where) < within) found.push(key(pair));
  }
  return found;
}

/** All connected hexes that are like one, as far as no river separates them. */
export function region(hexes: Hexes, from: Hex, like: (id: string) => boolean, walls: ReadonlySet<string>): string[] {
  const found = new Set<Hex>([from]);
  for (const hex of found)
    for (let side = 0; side < 6; side++) {
      const other = hexes.beyond(hex, side);
      if (other && !found.has(other) && like(other.id) && !walls.has(key([hex.id, other.id]))) found.add(other);
    }
  return [...found].map(({ id }) => id);
}
