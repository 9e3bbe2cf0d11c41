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

function noise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - left), ease(y - top)];
  const row = (at: number): number => chance(left, at) * (1 - u) + chance(left + 1, at) * u;
  return row(top) * (1 - v) + row(top + 1) * v;
}

/** Raise or lower the ground around the points of a line. */
function raise(height: Float32Array, rows: number, points: Point[], by: number, reach: number): void {
  for (const [px, py] of points) {
    for (let y = Math.max(0, Math.floor(py - reach)); y <= Math.min(rows - 1, py + reach); y++) {
      for (let x = Math.max(0, Math.floor(px - reach)); x <= Math.min(ACROSS - 1, px + reach); x++) {
        const far = Math.hypot(x - px, y - py) / reach;
        if (far >= 1) continue;
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
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < ACROSS; x++) {
      const at = y * ACROSS + x;
      const soft = noise(x / 19, y / 19) * 0.9 + noise(x / 8, y / 8) * 0.36 + noise(x / 3.4, y / 3.4) * 0.1;
      // Ridges are rugged.
      const rugged = raised[at]! && (slopes ? raised[at] * (0.6 + 0.8 * noise(x / 2.6, y / 2.6)) : raised[at] * 0.9);
      heights[at] = soft * (slopes ? ROLLING : 1) + rugged + cuts[at]!;
    }
  }
  const height = (x: number, y: number): number =>
    heights[Math.min(rows - 1, Math.max(0, y)) * ACROSS + Math.min(ACROSS - 1, Math.max(0, x))]!;
  const tones = slopes && { light: bytes(slopes.light), shadow: bytes(slopes.shadow) };
  const image = new ImageData(ACROSS, rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < ACROSS; x++) {
      const slope = height(x + 1, y) - height(x - 1, y) + (height(x, y + 1) - height(x, y - 1));
      const at = (y * ACROSS + x) * 4;
      if (tones) {
        const tone = slope > 0 ? tones.light : tones.shadow;
        for (let part = 0; part < 3; part++) image.data[at + part] = tone[part]!;
        image.data[at + 3] = Math.min(STEEPEST, Math.abs(slope) * 220);
      } else {
        const light = Math.min(225, Math.max(40, 128 + slope * 150));
        image.data[at] = image.data[at + 1] = image.data[at + 2] = light;
        image.data[at + 3] = 255;
      }
    }
  }
  return image;
}
