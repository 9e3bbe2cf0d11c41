import { describe, expect, it } from "vitest";
import type { Point } from "../src/protocol";
import { apply, laid, type Matrix, type Pin } from "../src/workshop/map/fit";
import { against, fitted, type Ink } from "../src/workshop/map/printed";

/** A map of hexes of 10 on the board, photographed askew by a lens that bends lines, and the ink of the photograph. */
const ROWS = 24;
const COLUMNS = 30;
const middle = (row: number, column: number): Point => [10 * (column + (row % 2) / 2), 10 * Math.sqrt(0.75) * row];
const ring = ([x, y]: Point): Point[] =>
  Array.from({ length: 6 }, (_, k) => {
    const turn = (Math.PI / 3) * k + Math.PI / 6;
    return [x + (10 / Math.sqrt(3)) * Math.cos(turn), y + (10 / Math.sqrt(3)) * Math.sin(turn)];
  });
const MIDDLES = Array.from({ length: ROWS * COLUMNS }, (_, n) => middle(Math.floor(n / COLUMNS), n % COLUMNS));
const RINGS = MIDDLES.map(ring);
const TRUE: Matrix = [3, 0.1, 40, -0.12, 3, 60, 0.00025, 0.0002, 1];

function printed(bent: number): { ink: Ink; seen: (point: Point) => Point } {
  const [width, height] = [960, 700];
  const seen = (point: Point): Point => {
    const [x, y] = apply(TRUE, point);
    const [u, v] = [(x - width / 2) / width, (y - height / 2) / width];
    const out = 1 + bent * (u * u + v * v);
    return [width / 2 + u * out * width, height / 2 + v * out * width];
  };
  const grey = new Float32Array(width * height).fill(220);
  let noise = 7;
  for (let i = 0; i < grey.length; i++) grey[i]! -= (noise = (noise * 16807) % 2147483647) % 12;
  for (const corners of RINGS)
    corners.forEach(([x, y], k) => {
      const [u, v] = corners[(k + 1) % 6]!;
      for (let step = 0; step <= 40; step++) {
        const [a, b] = seen([x + ((u - x) * step) / 40, y + ((v - y) * step) / 40]);
        for (const [dx, dy] of [[0, 0], [1, 0], [0, 1]] as const) {
          const at = (Math.round(b) + dy) * width + Math.round(a) + dx;
          if (a > 0 && a < width - 2) grey[at] = 60;
        }
      }
    }); // prettier-ignore
  return { ink: against(grey, width, height, 6), seen };
}

const ENDS = [[2, 2], [2, COLUMNS - 3], [ROWS - 3, 2], [ROWS - 3, COLUMNS - 3]] as const; // prettier-ignore
const pinned = (seen: (point: Point) => Point, off: Point[]): Pin[] =>
  ENDS.map(([row, column], n) => {
    const at = middle(row, column);
    const [x, y] = seen(at);
    return { from: at, to: [x + off[n]![0], y + off[n]![1]] };
  });
const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const away = (seen: (point: Point) => Point, onto: Matrix, points = MIDDLES): number =>
  mean(points.map((at) => Math.hypot(...([0, 1].map((axis) => apply(onto, at)[axis]! - seen(at)[axis]!) as Point))));

describe("printed lines near a grid", () => {
  const none: Point[] = [[0, 0], [0, 0], [0, 0], [0, 0]]; // prettier-ignore
  it.each([0, 0.02, 0.05, 0.09])("are not proposed where points that are exact would fit worse (a lens bends by %f)", (bent) => {
    const { ink, seen } = printed(bent);
    const pins = pinned(seen, none);
    const set = pins.map(({ from }) => from);
    expect(fitted(ink, RINGS, laid(pins)!, 29, set)).toBe("better");
  }); // prettier-ignore

  it("put a hand right that is a fifth of a hex off", () => {
    const { ink, seen } = printed(0);
    const pins = pinned(seen, [[6, 3], [-4, 4], [3, -6], [6, 1]]); // prettier-ignore
    const onto = laid(pins)!;
    const found = fitted(ink, RINGS, onto, 29, pins.map(({ from }) => from));
    expect(found).toMatchObject({ hexes: expect.any(Number) as number });
    expect(away(seen, (found as { onto: Matrix }).onto)).toBeLessThan(0.05 * 29);
    expect(away(seen, onto)).toBeGreaterThan(0.1 * 29);
  }); // prettier-ignore

  it("are not found where nothing is printed", () => {
    const blank = { width: 960, height: 700, at: new Float32Array(960 * 700) };
    const pins = pinned(printed(0).seen, none);
    expect(fitted(blank, RINGS, laid(pins)!, 29, pins.map(({ from }) => from))).toBe("none");
  }); // prettier-ignore
});
