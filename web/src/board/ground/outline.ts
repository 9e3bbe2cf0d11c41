import type { Point } from "../../protocol";
import type { Hex, Hexes } from "../hexes";

type Segment = [Point, Point];

/** Join segments end to end into lines that are as long as possible. A closed line repeats its start at the end. */
export function chains(segments: Segment[]): Point[][] {
  const name = ([x, y]: Point): string => `${Math.round(x * 20)},${Math.round(y * 20)}`;
  const points = new Map<string, Point>();
  const ends = new Map<string, string[]>();
  const link = (from: string, to: string): void => {
    const list = ends.get(from);
    if (list) list.push(to);
    else ends.set(from, [to]);
  };
  for (const [a, b] of segments) {
    const [from, to] = [name(a), name(b)];
    points.set(from, a);
    points.set(to, b);
    link(from, to);
    link(to, from);
  }
  const take = (from: string, to: string): void => {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const list = ends.get(one)!;
      list.splice(list.indexOf(other), 1);
    }
  };
  const degree = new Map([...ends].map(([end, list]) => [end, list.length]));
  const walk = (from: string): Point[] => {
    const line = [points.get(from)!];
    let here = from;
    do {
      const next = ends.get(here)![0];
      if (next === undefined) break;
      take(here, next);
      line.push(points.get(next)!);
      here = next;
    } while (degree.get(here) === 2);
    return line;
  };
  const lines: Point[][] = [];
  const starts = [...ends.keys()].sort((one, other) => Number(degree.get(one) === 2) - Number(degree.get(other) === 2));
  for (const start of starts) while (ends.get(start)!.length > 0) lines.push(walk(start));
  return lines;
}

export const closed = (line: Point[]): boolean => {
  const [a, b] = [line[0]!, line[line.length - 1]!];
  return line.length > 2 && Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.5;
};

/** Draw a zigzag along hexsides through the middles of the sides, softened, at most `play` aside. */
export function softened(line: Point[], play: number): Point[] {
  const round = closed(line);
  const middles = line.slice(1).map(([x, y], index): Point => [(x + line[index]![0]) / 2, (y + line[index]![1]) / 2]);
  const fixed: Point[] = round ? middles : [line[0]!, ...middles, line[line.length - 1]!];
  const count = fixed.length;
  let soft = fixed;
  for (let pass = 0; pass < 6; pass++) {
    soft = soft.map(([x, y], index): Point => {
      if (!round && (index === 0 || index === count - 1)) return [x, y];
      const [before, after] = [soft[(index - 1 + count) % count]!, soft[(index + 1) % count]!];
      const [fx, fy] = fixed[index]!;
      const [dx, dy] = [x * 0.4 + (before[0] + after[0]) * 0.3 - fx, y * 0.4 + (before[1] + after[1]) * 0.3 - fy];
      const far = Math.hypot(dx, dy);
      const part = far > play ? play / far : 1;
      return [fx + dx * part, fy + dy * part];
    });
  }
  return round ? [...soft, soft[0]!] : soft;
}

/** Return the sides of a set of hexes toward everything outside the set. The edge of the board counts. */
export function rim(hexes: Hexes, set: ReadonlySet<Hex>): Segment[] {
  const sides: Segment[] = [];
  for (const hex of set) {
    for (let side = 0; side < 6; side++) {
      const other = hexes.beyond(hex, side);
      if (!other || !set.has(other)) sides.push(hexes.side(hex, side));
    }
  }
  return sides;
}

/** Return the sides between hexes for which `across` holds, each once. `across` gets the first of the two first. */
export function sidesBetween(hexes: Hexes, across: (one: Hex, other: Hex) => boolean): Segment[] {
  const sides: Segment[] = [];
  for (const hex of hexes.all) {
    for (let side = 0; side < 6; side++) {
      const other = hexes.beyond(hex, side);
      if (other && across(hex, other)) sides.push(hexes.side(hex, side));
    }
  }
  return sides;
}
