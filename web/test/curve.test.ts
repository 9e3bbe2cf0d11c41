import { expect, test } from "vitest";
import { curve, HEIGHT } from "../src/club/curve";
import type { RatingRow } from "../src/protocol";

type Point = RatingRow["curve"][number];

const point = (rating: number, deviation: number, more: Partial<Point> = {}): Point => ({
  at: "2026-03-09T12:00:00Z",
  seat: "axis",
  score: 1,
  rating,
  deviation,
  match: "",
  ...more,
});

const row = (points: Point[], more: Partial<RatingRow> = {}): RatingRow => ({
  box: "donnerschlag",
  title: "Donnerschlag",
  rules: "By the book",
  kind: "duel",
  rating: 1600,
  deviation: 60,
  provisional: false,
  games: points.length,
  last: "",
  curve: points,
  seats: [
    { seat: "axis", name: "Axis", games: 1, points: 1 },
    { seat: "soviet", name: "Soviet", games: 1, points: 0 },
  ],
  worth: null,
  best: null,
  ...more,
});

test("a higher rating is higher, and everything is inside of the picture", () => {
  const drawn = curve(row([point(1650, 290), point(1540, 200, { score: 0, seat: "soviet" }), point(1700, 100)]));
  const [first, second, third] = drawn.dots.map(({ y }) => y) as [number, number, number];
  expect(third).toBeLessThan(first);
  expect(first).toBeLessThan(second);
  for (const { y } of [...drawn.dots, ...drawn.marks]) {
    expect(y).toBeGreaterThanOrEqual(drawn.top);
    expect(y).toBeLessThanOrEqual(drawn.bottom);
  }
  expect(drawn.bottom).toBeLessThan(HEIGHT);
  expect(drawn.dots.map(({ square, won }) => [square, won])).toEqual([
    [false, true],
    [true, false],
    [false, true],
  ]);
});

test("the line says from where on a rating is settled", () => {
  expect(curve(row([point(1650, 290), point(1700, 100)])).settled).not.toBeNull();
  expect(curve(row([point(1650, 290), point(1700, 150)])).settled).toBeNull();
  expect(curve(row([point(1650, 90), point(1700, 80)])).settled).toBeNull();
});

test("one game has a dot and no band", () => {
  const drawn = curve(row([point(1662, 290)]));
  expect(drawn.band).toBe("");
  expect(drawn.dots).toHaveLength(1);
  expect(drawn.says).toBe("The rating went from 1662 to 1662 over 1 game.");
});

test("points are drawn as they are, without a band", () => {
  const points = [8, 14, 8].map((score) => point(0, 0, { score, rating: null, deviation: null }));
  const drawn = curve(row(points, { kind: "points", seats: [], best: 14 }));
  expect(drawn.band).toBe("");
  expect(drawn.dots.map(({ rating, won }) => [rating, won])).toEqual([
    [8, false],
    [14, true],
    [8, false],
  ]);
  expect(drawn.marks.length).toBeLessThan(8);
});
