import type { Point } from "../../protocol";

/** A projective map of the plane, row by row. */
export type Matrix = [number, number, number, number, number, number, number, number, number];
/** A point of a photograph, and the point of the board that it shows. */
export interface Pin {
  from: Point;
  to: Point;
}

export function apply([a, b, c, d, e, f, g, h, i]: Matrix, [x, y]: Point): Point {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

export const times = (one: Matrix, other: Matrix): Matrix =>
  [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + one[3 * row + k]! * other[3 * k + column]!, 0)),
  ) as Matrix;

export function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    e * i - f * h, c * h - b * i, b * f - c * e,
    f * g - d * i, a * i - c * g, c * d - a * f,
    d * h - e * g, b * g - a * h, a * e - b * d,
  ].map((value) => value / det) as Matrix; // prettier-ignore
}

/** The same in CSS notation. */
export const css = ([a, b, c, d, e, f, g, h, i]: Matrix): string =>
  `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(",")})`;

/** Solve linear equations by least squares; null if they do not determine a solution. */
function solve(rows: number[][], values: number[]): number[] | null {
  const n = rows[0]!.length;
  const square = Array.from({ length: n }, (_, r) => [
    ...Array.from({ length: n }, (_, c) => rows.reduce((sum, row) => sum + row[r]! * row[c]!, 0)),
    rows.reduce((sum, row, k) => sum + row[r]! * values[k]!, 0),
  ]);
  for (let k = 0; k < n; k++) {
    const pivot = square
      .slice(k)
      .reduce((best, row, index) => (Math.abs(row[k]!) > Math.abs(square[best]![k]!) ? k + index : best), k);
    [square[k], square[pivot]] = [square[pivot]!, square[k]!];
    if (Math.abs(square[k]![k]!) < 1e-12) return null;
    for (let r = 0; r < n; r++) {
      if (r === k) continue;
      const by = square[r]![k]! / square[k]![k]!;
      square[r] = square[r]!.map((value, c) => value - by * square[k]![c]!);
    }
  }
  return square.map((row, k) => row[n]! / row[k]!);
}

/** Points moved and scaled about their middle, so that their squares are of similar size. */
function normal(points: Point[]): Matrix {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const size = points.reduce((sum, point) => sum + Math.hypot(point[0] - x, point[1] - y), 0) / points.length || 1;
  return [1 / size, 0, -x / size, 0, 1 / size, -y / size, 0, 0, 1];
}

/**
 * The placement of a photograph on the board. Two pins move, turn and scale it. Three skew it, as a camera held
 * straight above does not. Four or more add perspective, as well as all of them allow. Null if they do not determine
 * it.
 */
export function laid(pins: Pin[]): Matrix | null {
  if (pins.length < 2) return null;
  const [before, after] = [normal(pins.map(({ from }) => from)), normal(pins.map(({ to }) => to))];
  const pairs = pins.map(({ from, to }) => ({ from: apply(before, from), to: apply(after, to) }));
  const found = pins.length === 2 ? similar(pairs) : pins.length === 3 ? affine(pairs) : projective(pairs);
  return found && times(inverse(after), times(found, before));
}

function similar(pins: Pin[]): Matrix | null {
  const rows = pins.flatMap(({ from: [x, y] }) => [
    [x, -y, 1, 0],
    [y, x, 0, 1],
  ]);
  const found = solve(
    rows,
    pins.flatMap(({ to }) => to),
  );
  if (!found) return null;
  const [a, b, c, d] = found as [number, number, number, number];
  return [a, -b, c, b, a, d, 0, 0, 1];
}

function affine(pins: Pin[]): Matrix | null {
  const rows = pins.flatMap(({ from: [x, y] }) => [
    [x, y, 1, 0, 0, 0],
    [0, 0, 0, x, y, 1],
  ]);
  const found = solve(
    rows,
    pins.flatMap(({ to }) => to),
  );
  return found && ([...found, 0, 0, 1] as Matrix);
}

function projective(pins: Pin[]): Matrix | null {
  const rows = pins.flatMap(({ from: [x, y], to: [u, v] }) => [
    [x, y, 1, 0, 0, 0, -u * x, -u * y],
    [0, 0, 0, x, y, 1, -v * x, -v * y],
  ]);
  const found = solve(
    rows,
    pins.flatMap(({ to }) => to),
  );
  return found && ([...found, 1] as Matrix);
}
