import type { Point } from "../../protocol";
import type { KeptSheet } from "../storage";
import { apply, inverse, laid, times, type Matrix, type Pin } from "./fit";
import type { Plan } from "./plan";

/**
 * Where the grid is after the search for its lines: the points that place it there, the number of hexes around which
 * lines were found, and how far its hexes moved, in pixels of the photograph.
 */
export interface Found {
  points: KeptSheet["points"];
  hexes: number;
  moved: number;
}

/** How dark each pixel of a picture is relative to its surroundings. */
export interface Ink {
  width: number;
  height: number;
  at: Float32Array;
}

/** The width of a hex in pixels in the picture that is searched. */
const ACROSS = 30;
/**
 * The number of hexes to examine, spread over the searched area: first near the points that were set, then more and
 * more of the map, because a skewed grid is only right near them.
 */
const LOOKED = 160;
const SHARES = [0.15, 0.35, 0.65, 1];
/** The number of points on each side of a hex, and how far from the grid its lines are searched for, in hexes. */
const ON_SIDE = 7;
const REACH = 0.45;
/** Fewer hexes prove nothing, and what is found must be darker by this amount than what was there. */
const FEWEST = 8;
const BETTER = 1.02;
/** A place that is further away must be darker by this amount. */
const NEARER = 1.01;

/** Nothing was found; or lines were, but the grid fits them better as it is. */
export type Unfound = "none" | "better";

/** The ink of a picture that is read at this reduced scale. */
function inkOf(bitmap: ImageBitmap, by: number): Ink {
  const [width, height] = [Math.round(bitmap.width * by), Math.round(bitmap.height * by)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i++)
    grey[i] = 0.3 * data[4 * i]! + 0.59 * data[4 * i + 1]! + 0.11 * data[4 * i + 2]!;
  return against(grey, width, height, Math.round(ACROSS / 5));
}

/** How dark pixels are relative to the mean of a square around them. Lighter pixels count as zero. */
export function against(grey: Float32Array, width: number, height: number, reach: number): Ink {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  const at = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const [top, low] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
      const sum =
        sums[low * (width + 1) + right]! -
        sums[top * (width + 1) + right]! -
        sums[low * (width + 1) + left]! +
        sums[top * (width + 1) + left]!;
      at[y * width + x] = Math.max(0, sum / ((right - left) * (low - top)) - grey[y * width + x]!);
    }
  return { width, height, at };
}

interface Outline {
  middle: Point;
  points: Point[];
}

/** The darkness at some points of a picture, moved by this number of pixels; null if one is outside. */
function darkness({ width, height, at }: Ink, points: Point[], dx = 0, dy = 0): number | null {
  let sum = 0;
  for (const [px, py] of points) {
    const [x, y] = [Math.round(px + dx), Math.round(py + dy)];
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    sum += at[y * width + x]!;
  }
  return sum / points.length;
}

const minus = ([x, y]: Point, [u, v]: Point): Point => [x - u, y - v];
const middleOf = (ring: Point[]): Point =>
  [0, 1].map((axis) => ring.reduce((sum, at) => sum + at[axis]!, 0) / ring.length) as Point;
/** The distance between opposite sides of a hex. */
const apart = ([ring]: Point[][]): number => {
  const [x, y] = middleOf(ring!);
  return Math.sqrt(3) * Math.hypot(ring![0]![0] - x, ring![0]![1] - y);
};

/** The outlines of those hexes that are completely inside a picture that is placed this way. */
function outlines(rings: Point[][], onto: Matrix, ink: Ink): Outline[] {
  return rings.flatMap((ring) => {
    const middle = middleOf(ring);
    const points = ring.flatMap(([x, y], i) => {
      const [u, v] = ring[(i + 1) % ring.length]!;
      return Array.from({ length: ON_SIDE }, (_, k): Point => {
        const share = (k + 0.5) / ON_SIDE;
        return apply(onto, [x + (u - x) * share, y + (v - y) * share]);
      });
    });
    return darkness(ink, points) === null ? [] : [{ middle, points }];
  });
}

const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / (values.length || 1);

interface Fitted {
  onto: Matrix;
  hexes: number;
}

/**
 * The grid placed on the printed lines found within half a hex of it. Around each of some hexes, the search finds the
 * place where the hex's outline is darkest, and what most of them agree on places the whole. None if too few agree. The
 * grid is better as it is if the outlines are not darker overall, or if the hexes that were set would be further from
 * their print, because what is exact there should not get worse for the sake of the rest. `onto` maps the board to the
 * pixels of `ink`. `pinned` are the points of the board that the player placed.
 */
export function fitted(ink: Ink, rings: Point[][], onto: Matrix, across: number, pinned: Point[]): Fitted | Unfound {
  const away = ([first]: Point[]): number =>
    Math.min(...pinned.map(([u, v]) => Math.hypot(first![0] - u, first![1] - v)));
  const near = [...rings].sort((one, other) => away(one) - away(other));
  let found: Fitted = { onto, hexes: 0 };
  for (const share of SHARES) {
    const part = near.slice(0, Math.ceil(share * near.length));
    found = settled(ink, part, found.onto, across) ?? found;
  }
  if (!found.hexes) return "none";
  const dark = (some: Point[][], matrix: Matrix): number =>
    mean(outlines(some, matrix, ink).map(({ points }) => darkness(ink, points)!));
  const better = dark(rings, found.onto) > BETTER * dark(rings, onto);
  const wide = apart(rings);
  const set = outlines(rings.filter((ring) => away([middleOf(ring)]) < wide / 2), onto, ink); // prettier-ignore
  const there = printedAt(ink, set, onto, across);
  const off = (matrix: Matrix): number =>
    mean(there.map(({ from, to }) => Math.hypot(...minus(apply(matrix, from), to))));
  return better && (!there.length || off(found.onto) < off(onto)) ? found : "better";
}

/**
 * Where hexes are printed whose outlines are searched for near their places: each at its darkest place, or the nearest
 * of those that are equally dark.
 */
function printedAt(ink: Ink, looked: Outline[], onto: Matrix, across: number): Pin[] {
  const reach = Math.round(across * REACH);
  const sides = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
  const offsets = sides
    .flatMap((dx) => sides.map((dy): Point => [dx, dy]))
    .filter((at) => Math.hypot(...at) <= reach)
    .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  return looked.flatMap(({ middle, points }) => {
    let [best, at]: [number, Point] = [0, [0, 0]];
    const all: number[] = [];
    for (const [dx, dy] of offsets) {
      const dark = darkness(ink, points, dx, dy);
      if (dark === null) continue;
      all.push(dark);
      if (dark > NEARER * best) [best, at] = [dark, [dx, dy]];
    }
    if (best <= 2 * mean(all)) return []; // nothing stands out
    const [x, y] = apply(onto, middle);
    return [{ from: middle, to: [x + at[0], y + at[1]] as Point }];
  });
}

/** The same for some hexes at once. */
function settled(ink: Ink, rings: Point[][], onto: Matrix, across: number): Fitted | null {
  const every = Math.max(1, Math.floor(rings.length / LOOKED));
  const looked = outlines(
    rings.filter((_, i) => i % every === 0),
    onto,
    ink,
  );
  let pins = printedAt(ink, looked, onto, across);
  let next: Matrix | null = null;
  for (const within of [0.35, 0.2, 0.12, 0.12]) {
    if (pins.length < FEWEST) return null;
    next = laid(pins);
    if (!next) return null;
    const there = next;
    pins = pins.filter(({ from, to }) => {
      const [x, y] = apply(there, from);
      return Math.hypot(x - to[0], y - to[1]) < within * across;
    });
  }
  return next && pins.length >= Math.max(FEWEST, looked.length / 4) ? { onto: next, hexes: pins.length } : null;
}

/** The same for a photograph that a matrix places on the board. */
export function refined(bitmap: ImageBitmap, matrix: Matrix, plan: Plan, pins: KeptSheet["points"]): Found | Unfound {
  const back = inverse(matrix);
  const [x, y] = plan.middle;
  const [a, b] = [apply(back, [x, y]), apply(back, [x + plan.across, y])];
  const by = Math.min(1, ACROSS / Math.hypot(a[0] - b[0], a[1] - b[1]));
  const smaller: Matrix = [by, 0, 0, 0, by, 0, 0, 0, 1];
  const across = by * Math.hypot(a[0] - b[0], a[1] - b[1]);
  const set = pins.flatMap(({ hex }) => {
    const at = plan.where(hex);
    return at ? [at] : [];
  });
  const found = fitted(inkOf(bitmap, by), plan.rings, times(smaller, back), across, set);
  if (typeof found === "string") return found;
  const onto = times(inverse(smaller), found.onto);
  const points = plan.corners.map((hex) => ({ hex, at: apply(onto, plan.where(hex)!) }));
  if (points.length < 4) return "none";
  const moved = mean(
    plan.rings.map(([first]) => {
      const [before, after] = [apply(back, first!), apply(onto, first!)];
      return Math.hypot(before[0] - after[0], before[1] - after[1]);
    }),
  );
  return { points, hexes: found.hexes, moved };
}
