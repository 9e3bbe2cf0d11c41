import { describe, expect, test } from "vitest";
import { holding, inSight, SIGN, signs, type View } from "../src/board/hand/sight";
import type { Point } from "../src/protocol";

const VIEW: View = { k: 1, x: 0, y: 0, width: 400, height: 300 };
const BOARD = { x: -1000, y: -1000, width: 3000, height: 3000 };
const at = (...points: Point[]): { at: Point }[] => points.map((point) => ({ at: point }));

describe("signs at the edges of the map", () => {
  test("none while all is in sight; what is cut by the edge is not", () => {
    expect(signs(at([20, 20], [380, 280]), VIEW, [], 6)).toEqual([]);
    expect(signs(at([396, 150]), VIEW, [], 6)).toMatchObject([{ edge: "right" }]);
  });

  test("one for each edge, with all that lies furthest beyond it, at their height", () => {
    const found = signs(at([-50, 100], [-300, 140], [200, -10], [900, 320], [180, 700]), VIEW, [], 6);
    expect(found.map(({ edge, places, at: stands }) => [edge, places.length, stands])).toEqual([
      ["left", 2, [SIGN / 2, 120]],
      ["right", 1, [400 - SIGN / 2, 300 - SIGN / 2]],
      ["top", 1, [200, SIGN / 2]],
      ["bottom", 1, [180, 300 - SIGN / 2]],
    ]);
  });

  test("a sign makes way for what lies at its edge, but stays on it where all of it is taken", () => {
    const counter = { left: 370, top: 130, right: 400, bottom: 170 };
    const [beside] = signs(at([500, 150]), VIEW, [counter], 6);
    const [, y] = beside!.at;
    expect(Math.abs(y - 150)).toBeGreaterThanOrEqual(SIGN / 2 + 20);
    expect(Math.abs(y - 150)).toBeLessThan(SIGN + 20);
    const [on] = signs(at([500, 150]), VIEW, [{ left: 300, top: 0, right: 400, bottom: 300 }], 6);
    expect(on!.at).toEqual([400 - SIGN / 2, 150]);
  });

  test("two signs in one corner do not lie on one another", () => {
    const [left, top] = signs(at([-50, 5], [5, -50]), VIEW, [], 6);
    const apart = [0, 1].map((axis) => Math.abs(left!.at[axis]! - top!.at[axis]!));
    expect(Math.max(...apart)).toBeGreaterThanOrEqual(SIGN);
  });
});

describe("bringing something into sight", () => {
  test("all of it, in the middle, as large as it has room and the scales allow", () => {
    const wide = {
      ...VIEW,
      ...holding(
        [
          [0, 0],
          [640, 0],
        ],
        VIEW,
        BOARD,
        [0.2, 1.25],
      ),
    };
    expect(wide.k).toBeCloseTo((400 * 2) / 3 / 640);
    expect(wide.x + 320 * wide.k).toBeCloseTo(200);
    expect(holding([[0, 0]], VIEW, BOARD, [0.2, 1.25]).k).toBe(1.25);
  });

  test("what a sign stands for comes in with the least movement, and its sign is gone", () => {
    const beyond: Point[] = [
      [450, 150],
      [520, 40],
    ];
    const moved = { ...VIEW, ...holding(beyond, VIEW, BOARD, [0.74, 1], [200, 150]) };
    expect(moved.k).toBe(1);
    expect(520 + moved.x).toBeCloseTo(400 - 400 / 6);
    expect(40 + moved.y).toBeCloseTo(300 / 6);
    expect(beyond.every((point) => inSight(point, moved, 6))).toBe(true);
  });

  test("where there is too much of it the nearest comes first, and each further touch brings more", () => {
    const row = [...Array(30).keys()].map((n): Point => [430 + 40 * n, 150]);
    let view = VIEW;
    let left = Infinity;
    for (let touches = 0; left > 0; touches++) {
      const places = signs(at(...row), view, [], 6).find(({ edge }) => edge === "right")?.places ?? [];
      expect(places.length).toBeLessThan(left);
      left = places.length;
      if (left === 0) break;
      const middle: Point = [(200 - view.x) / view.k, 150];
      view = {
        ...view,
        ...holding(
          places.map((place) => place.at),
          view,
          BOARD,
          [0.74, 1],
          middle,
        ),
      };
      expect(touches).toBeLessThan(6);
    }
  });

  test("no empty room is shown that the board could fill", () => {
    const board = { x: 0, y: 0, width: 1000, height: 800 };
    expect(holding([[990, 790]], VIEW, board, [1, 1])).toEqual({ k: 1, x: -600, y: -500 });
  });
});
