import type { Point } from "../../protocol";

export interface Heights {
  frame: { x: number; y: number; width: number; height: number };
  /** Ridges, rivers, streams and gullies. */
  lines: { style: string; points: Point[] }[];
  /** For grids: the relief has two tones. */
  slopes?: Slopes;
}
const ACROSS = 320;
/** For grids: the strength of the waves in open ground, and the opacity of the steepest slope, up to 255. */
const ROLLING = 0.5;
const STEEPEST = 190;

/** Return a repeatable number between 0 and 1 for a point of a lattice. */
function chance(x: number, y: number): number {
  const mixed = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** Where `count` pixels are on a lattice that is `step` pixels wide: between which two of its points, and how far. */
function places(count: number, step: number): { first: Int32Array; part: Float64Array; points: number } {
  const [first, part] = [new Int32Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at++) {
    first[at] = Math.floor(at / step);
    const t = at / step - first[at]!;
    part[at] = t * t * (3 - 2 * t);
  }
  return { first, part, points: first[count - 1]! + 2 };
}

/** Add smooth noise between 0 and `by` to an image. Each point of its lattice, `step` pixels wide, has a chance of its own. */
function addNoise(to: Float32Array, rows: number, step: number, by: number): void {
  const [across, down] = [places(ACROSS, step), places(rows, step)];
  const lattice = Array.from({ length: down.points }, (_, y) =>
    Float64Array.from({ length: across.points }, (_, x) => chance(x, y) * by),
  );
  const line = new Float64Array(across.points);
  for (let y = 0; y < rows; y++) {
    const [above, below, v] = [lattice[down.first[y]!]!, lattice[down.first[y]! + 1]!, down.part[y]!];
    for (let x = 0; x < line.length; x++) line[x] = above[x]! * (1 - v) + below[x]! * v;
    for (let x = 0; x < ACROSS; x++) {
      const [left, u] = [across.first[x]!, across.part[x]!];
      to[y * ACROSS + x]! += line[left]! * (1 - u) + line[left + 1]! * u;
    }
  }
}

/** Raise or lower the ground around the points of a line. */
function raise(height: Float32Array, rows: number, points: Point[], by: number, reach: number): void {
  for (const [px, py] of points) {
    for (let y = Math.max(0, Math.floor(py - reach)); y <= Math.min(rows - 1, py + reach); y++) {
      for (let x = Math.max(0, Math.floor(px - reach)); x <= Math.min(ACROSS - 1, px + reach); x++) {
        const square = (x - px) ** 2 + (y - py) ** 2;
        if (square >= reach * reach) continue;
        const far = Math.sqrt(square) / reach;
        const at = y * ACROSS + x;
        const want = by * (1 - far) ** 2;
        height[at] = by > 0 ? Math.max(height[at]!, want) : Math.min(height[at]!, want);
      }
    }
  }
}

/** The colors of the slopes toward the light and away from it. */
export interface Slopes {
  light: string;
  shadow: string;
}

/** Return the red, green and blue parts of a color. */
function bytes(colour: string): Uint8ClampedArray {
  const to = new OffscreenCanvas(1, 1).getContext("2d")!;
  to.fillStyle = colour;
  to.fillRect(0, 0, 1, 1);
  return to.getImageData(0, 0, 1, 1).data;
}

/**
 * Return a shaded relief of the frame, with high ridges, low waters and gullies, and light from the northwest. It is a
 * gray image for the soft-light blend over the ground, or, in two tones, the slopes, which are darker the steeper they
 * are.
 */
export function relief({ frame, lines, slopes }: Heights): ImageData {
  const scale = ACROSS / frame.width;
  const rows = Math.max(2, Math.round(frame.height * scale));
  const raised = new Float32Array(ACROSS * rows);
  const cuts = new Float32Array(ACROSS * rows);
  for (const { style, points: told } of lines) {
    const points = told.map(([x, y]): Point => [(x - frame.x) * scale, (y - frame.y) * scale]);
    if (style === "ridge") raise(raised, rows, points, 1, slopes ? 9 : 26);
    else if (style === "river") raise(cuts, rows, points, slopes ? -0.3 : -0.8, slopes ? 5 : 12);
    else if (style === "stream") raise(cuts, rows, points, -0.5, 7);
    else if (style === "gully") raise(cuts, rows, points, -0.34, 4);
  }
  const heights = new Float32Array(ACROSS * rows);
  const waves = slopes ? ROLLING : 1;
  addNoise(heights, rows, 19, 0.9 * waves);
  addNoise(heights, rows, 8, 0.36 * waves);
  addNoise(heights, rows, 3.4, 0.1 * waves);
  const rugged = new Float32Array(ACROSS * rows);
  if (slopes) addNoise(rugged, rows, 2.6, 0.8); // a ridge is rugged
  for (let at = 0; at < heights.length; at++) {
    heights[at]! += raised[at]! * (slopes ? 0.6 + rugged[at]! : 0.9) + cuts[at]!;
  }
  const tones = slopes && { light: bytes(slopes.light), shadow: bytes(slopes.shadow) };
  const image = new ImageData(ACROSS, rows);
  const { data } = image;
  for (let y = 0; y < rows; y++) {
    const row = y * ACROSS;
    const [above, below] = [Math.max(0, y - 1) * ACROSS, Math.min(rows - 1, y + 1) * ACROSS];
    for (let x = 0; x < ACROSS; x++) {
      const along = heights[row + Math.min(ACROSS - 1, x + 1)]! - heights[row + Math.max(0, x - 1)]!;
      const slope = along + heights[below + x]! - heights[above + x]!;
      const at = (row + x) * 4;
      if (tones) {
        const tone = slope > 0 ? tones.light : tones.shadow;
        data[at] = tone[0]!;
        data[at + 1] = tone[1]!;
        data[at + 2] = tone[2]!;
        data[at + 3] = Math.min(STEEPEST, Math.abs(slope) * 220);
      } else {
        data[at] = data[at + 1] = data[at + 2] = Math.min(225, Math.max(40, 128 + slope * 150));
        data[at + 3] = 255;
      }
    }
  }
  return image;
}
