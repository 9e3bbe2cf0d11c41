import { describe, expect, test } from "vitest";
import {
  along,
  anchors,
  centre,
  COUNTER,
  hachures,
  inside,
  midpoint,
  path,
  roomAt,
  scaled,
} from "../src/board/geometry";
import { BoardModel } from "../src/board/model";
import { fan, stacks } from "../src/board/counters/stacks";
import { loadSymbols, symbolLines } from "../src/board/counters/symbols";
import type { Piece, PieceOnTable, Point } from "../src/protocol";
import { picture, scene } from "./forms";

/** A line told as x, y, x, y, … */
const line = (...told: number[]): Point[] =>
  told.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, told[index + 1]!]] : []));

const SQUARE = line(0, 0, 10, 0, 10, 10, 0, 10);

describe("geometry", () => {
  test("the middle of a space is that of its area, whichever way round its ring is told", () => {
    const steps = line(0, 0, 4, 0, 4, 2, 2, 2, 2, 4, 0, 4);
    for (const ring of [steps, [...steps].reverse()]) {
      const [x, y] = centre(ring);
      expect([x, y].map((n) => n.toFixed(3))).toEqual(["1.667", "1.667"]);
    }
    expect(centre([[3, 4]])).toEqual([3, 4]);
  });

  test("a point lies inside or outside a ring", () => {
    const bay: Point[] = [...SQUARE, [5, 5]];
    expect([inside([2, 2], bay), inside([1, 5], bay), inside([11, 5], bay)]).toEqual([true, false, false]);
  });

  test("marks along a line keep their distance round a corner, and none falls beyond its end", () => {
    const corner = line(0, 0, 10, 0, 10, 10);
    expect(along(corner, 4).map(({ at }) => at)).toEqual(line(2, 0, 6, 0, 10, 0, 10, 4, 10, 8));
    expect(along(line(5, 5, 5, 5), 4)).toEqual([]);
  });

  test("the middle of a border is half its way along", () => {
    expect(midpoint(line(0, 0, 2, 0, 2, 6)).at).toEqual([2, 2]);
  });

  test("a path is written closed or open, to a tenth of a pixel", () => {
    expect(path(scaled(line(1, 2, 3, 4.0321), 2))).toBe("M2.0,4.0L6.0,8.1");
    expect(path(line(0, 0, 1, 1), true)).toBe("M0.0,0.0L1.0,1.0Z");
    expect(path([])).toBe("");
  });

  test("gullies are strokes across their line", () => {
    expect(hachures(line(0, 0, 4, 0), 4, 1)).toBe("M2.0,1.0L2.0,-1.0");
  });

  test("a name has as much room as the ring leaves it at its height", () => {
    expect(roomAt(SQUARE, [5, 5])).toBe(10);
    expect(roomAt(SQUARE, [2, 5])).toBe(4);
    expect(roomAt(SQUARE, [5, 20])).toBe(0);
  });

  test("a space without anchors gets its counters in the middle, markers below, its name above", () => {
    const at = anchors({ id: "a", label: "A", name: "A", kind: "area", shape: SQUARE }, 2);
    expect(at.counters).toEqual([10, 10]);
    expect(at.markers[1]).toBeGreaterThan(10);
    expect(at.text[1]).toBeLessThan(10);
    const told = anchors({ id: "a", label: "A", name: "A", kind: "area", shape: SQUARE, text: [1, 1] }, 2);
    expect(told.text).toEqual([2, 2]);
  });
});

describe("stacks", () => {
  const model = new BoardModel(scene());
  const there = (count: number, at = "b"): PieceOnTable[] =>
    [...Array(count).keys()].map((n) => ({ id: `red-${n}`, at }));
  const stack = (pieces: PieceOnTable[]) => stacks(model, picture(pieces))[0]!;

  test("up to three counters stand side by side and do not touch, centred on their place", () => {
    for (const count of [1, 2, 3]) {
      const { placed, crowded } = stack(there(count));
      const xs = placed.map(({ at }) => at[0]);
      for (const [index, x] of xs.slice(1).entries()) expect(x - xs[index]!).toBeGreaterThan(COUNTER * placed[0]!.size);
      expect(xs.reduce((sum, x) => sum + x, 0) / count).toBeCloseTo(model.space.get("b")!.counters[0]);
      expect(crowded).toBe(false);
    }
  });

  test("more overlap, need no more room than three, and each can still be told apart", () => {
    const width = (count: number): number => {
      const xs = stack(there(count)).placed.map(({ at }) => at[0]);
      return Math.max(...xs) - Math.min(...xs);
    };
    for (const count of [4, 7, 12]) {
      expect(width(count)).toBeLessThanOrEqual(width(3) + 1e-9);
      const { placed, crowded } = stack(there(count));
      expect(new Set(placed.map(({ at }) => at[0])).size).toBe(count);
      expect(crowded).toBe(true);
    }
  });

  test("counters on a hex lie on one another, the last on top and up to the right", () => {
    const base = scene();
    const hexes = new BoardModel({ ...base, spaces: base.spaces.map((space) => ({ ...space, kind: "hex" as const })) });
    const { placed, crowded } = stacks(hexes, picture(there(2)))[0]!;
    const [under, over] = placed.map(({ at }) => at);
    expect([over![0] > under![0], over![1] < under![1], crowded]).toEqual([true, true, true]);
    expect(over![0] - under![0]).toBeLessThan(COUNTER / 2);
  });

  test("unseen counters may share an id and are drawn each", () => {
    const { placed } = stack([
      { id: "?", at: "b", hidden: true },
      { id: "?", at: "b", hidden: true },
    ]);
    expect(new Set(placed.map(({ key }) => key)).size).toBe(2);
  });

  test("what stands in no space of the board is not drawn on it", () => {
    expect(stacks(model, picture(there(1, "box-9")))).toEqual([]);
  });

  test("a spread stack keeps its order, at the pitch that a finger needs", () => {
    const xs = fan(stack(there(5)), 60).map(({ at }) => at[0]);
    for (const [index, x] of xs.slice(1).entries()) expect(x - xs[index]!).toBeCloseTo(60);
  });
});

describe("the symbols of units", () => {
  const unit = (sidc: string): Piece => ({
    id: "red-1",
    name: "1",
    label: "1",
    side: "red",
    tone: "a",
    kind: "unit",
    symbol: { sidc },
  });
  // Infantry, a howitzer, a bridge, a bomber, a destroyer.
  const CODES = [
    "10031000001211000000",
    "10031500001109000000",
    "10032000001202000000",
    "10030100001101020000",
    "10033000001202030000",
  ];

  test("the sets in use are fetched, and draw what the whole library draws", async () => {
    await loadSymbols(CODES.map(unit));
    const drawn = CODES.map(symbolLines);
    const { default: whole } = await import("milsymbol");
    const options = { size: 100, fill: false, monoColor: "currentColor", infoFields: false };
    const shapes = (svg: string): string[] => svg.match(/ d="[^"]*"|<circle[^>]* r="[^"]*"|>[^<]+</g) ?? [];
    for (const [index, code] of CODES.entries()) {
      expect(shapes(drawn[index]!).length).toBeGreaterThan(1);
      expect(shapes(drawn[index]!)).toEqual(shapes(new whole.Symbol(code, options).asSVG()));
    }
  });

  test("the side is told by the counter: every unit has the same rectangular frame", async () => {
    await loadSymbols([unit("10031000001205000000")]);
    const [own, hostile] = ["10031000001205000000", "10061000001205000000"].map(symbolLines);
    expect(own).toBe(hostile);
  });
});
