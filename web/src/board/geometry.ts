import type { Border, Point, Scene, Space, Tone } from "../protocol";

/** The side of a counter at zoom 1, in screen pixels. Board units are scaled so that a counter has this side. */
export const COUNTER = 35;
/**
 * Below this size of a counter on the screen, letters of 12 pixels do not fit on it, so a stack shows only one number.
 */
export const FIGURES = 24;
/** From these screen pixels a hex on, counters show all that is printed on them; below, they fill this share of their hex. */
export const FULL = 44;
export const FACE = 0.86;

export const scaleOf = (scene: Scene): number => COUNTER / scene.counter.side;

export const scaled = (points: Point[], by: number): Point[] => points.map(([x, y]) => [x * by, y * by]);

export function path(points: Point[], closed = false): string {
  if (points.length === 0) return "";
  return `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`;
}

/** The area of a ring, negative if it runs the other way around. */
export const surface = (ring: Point[]): number =>
  ring.reduce((sum, [ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length]!;
    return sum + (ax * by - bx * ay) / 2;
  }, 0);

export function centre(ring: Point[]): Point {
  const twice = 2 * surface(ring);
  let [x, y] = [0, 0];
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length]!;
    const cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return Math.abs(twice) < 1e-9 ? (ring[0] ?? [0, 0]) : [x / (3 * twice), y / (3 * twice)];
}

export function inside([x, y]: Point, ring: Point[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

export interface Step {
  at: Point;
  /** The unit normal, to the left of the direction of travel. */
  normal: Point;
}

/** Positions every `gap` along a line, starting half a gap in. */
export function along(points: Point[], gap: number): Step[] {
  const steps: Step[] = [];
  let next = gap / 2;
  let walked = 0;
  for (let index = 1; index < points.length; index++) {
    const [ax, ay] = points[index - 1]!;
    const [bx, by] = points[index]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    while (next <= walked + length) {
      const part = (next - walked) / length;
      steps.push({
        at: [ax + (bx - ax) * part, ay + (by - ay) * part],
        normal: [(by - ay) / length, (ax - bx) / length],
      });
      next += gap;
    }
    walked += length;
  }
  return steps;
}

export function midpoint(points: Point[]): Step {
  const length = points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
  return along(points, length)[0] ?? { at: points[0] ?? [0, 0], normal: [0, -1] };
}

/** The border as seen by `space`: +1 if the left of its points is inside that space, -1 if the right is. */
function leftIs(points: Point[], shape: Point[], reach: number): 1 | -1 {
  const { at, normal } = midpoint(points);
  return inside([at[0] + normal[0] * reach, at[1] + normal[1] * reach], shape) ? 1 : -1;
}

/** The line moved sideways, to the left of its direction for a positive distance. */
function beside(points: Point[], distance: number): Point[] {
  return points.map(([x, y], index) => {
    const [ax, ay] = points[Math.max(0, index - 1)]!;
    const [bx, by] = points[Math.min(points.length - 1, index + 1)]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [x + ((by - ay) / length) * distance, y + ((ax - bx) / length) * distance];
  });
}

/** The distances of the soft bands from the front line. */
export const BANDS = [3, 7.5, 12];

export interface FrontLine {
  line: string;
  ticks: string;
  /** The soft bands on our side and on theirs, from the line outward. */
  ours: string[];
  theirs: string[];
}

/** A stretch of the front. `away` is +1 if the other side is to the left of its points. */
export interface Stretch {
  points: Point[];
  away: number;
}

/** Borders between spaces of different control. */
export function frontBorders(
  borders: { border: Border; points: Point[] }[],
  ring: (space: string) => Point[],
  tone: (space: string) => Tone | null,
): Stretch[] {
  return borders.flatMap(({ border, points }) => {
    const [first, second] = border.spaces;
    if (first === undefined || second === undefined) return [];
    const [a, b] = [tone(first), tone(second)];
    if (!a || !b || (a === "b") === (b === "b")) return [];
    const own = a === "b" ? second : first;
    return [{ points, away: -leftIs(points, ring(own), 2) }];
  });
}

/** The front as one path, its soft bands, and ticks that point to the side that is not ours. */
export function front(stretches: Stretch[]): FrontLine {
  const lines: string[] = [];
  const ticks: string[] = [];
  const bands = { ours: BANDS.map(() => ""), theirs: BANDS.map(() => "") };
  for (const { points, away } of stretches) {
    lines.push(path(points));
    for (const { at, normal } of along(points, 13)) {
      ticks.push(path([at, [at[0] + normal[0] * away * 6, at[1] + normal[1] * away * 6]]));
    }
    BANDS.forEach((distance, index) => {
      bands.ours[index] += path(beside(points, -away * distance));
      bands.theirs[index] += path(beside(points, away * distance));
    });
  }
  return { line: lines.join(""), ticks: ticks.join(""), ...bands };
}

/** Side of the squares into which long drawings are cut, so that a piece of the screen need not draw all of them. */
const SHEET = 720;

/** Lines as a few paths. Those that begin near each other are in one path. */
export function sheets(lines: Point[][], draw: (line: Point[]) => string): string[] {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [x, y] = line[0] ?? [0, 0];
    const key = `${Math.floor(x / SHEET)},${Math.floor(y / SHEET)}`;
    found.set(key, (found.get(key) ?? "") + draw(line));
  }
  return [...found.values()];
}

/** A line through the middles between its points, so that it has no corners. */
export function curve(points: Point[], closed = false): string {
  if (points.length < 3) return path(points, closed);
  const said = ([x, y]: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;
  const half = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const ring = closed && said(points[0]!) === said(points[points.length - 1]!) ? points.slice(1) : points;
  const last = ring[ring.length - 1]!;
  if (!closed) {
    const bends = ring.slice(1, -1).map((point, index) => {
      const next = ring[index + 2]!;
      return `Q${said(point)} ${said(next === last ? last : half(point, next))}`;
    });
    return `M${said(ring[0]!)}${bends.join("")}`;
  }
  const bends = ring.map((point, index) => `Q${said(point)} ${said(half(point, ring[(index + 1) % ring.length]!))}`);
  return `M${said(half(last, ring[0]!))}${bends.join("")}Z`;
}

/** Short strokes across a line: steep gullies, embankments. */
export function hachures(points: Point[], gap: number, reach: number): string {
  return along(points, gap)
    .map(({ at, normal: [nx, ny] }) =>
      path([
        [at[0] - nx * reach, at[1] - ny * reach],
        [at[0] + nx * reach, at[1] + ny * reach],
      ]),
    )
    .join("");
}

export interface Anchors {
  counters: Point;
  markers: Point;
  text: Point;
}

export function anchors(space: Space, scale: number): Anchors {
  const middle = space.shape?.length ? centre(space.shape) : ([0, 0] as Point);
  const lowest = Math.max(...(space.shape ?? [middle]).map(([, y]) => y));
  const highest = Math.min(...(space.shape ?? [middle]).map(([, y]) => y));
  const at = (point: Point | null | undefined, other: Point): Point => {
    const [x, y] = point ?? other;
    return [x * scale, y * scale];
  };
  return {
    counters: at(space.counters, middle),
    markers: at(space.markers, [middle[0], middle[1] + (lowest - middle[1]) * 0.72]),
    text: at(space.text, [middle[0], middle[1] + (highest - middle[1]) * 0.78]),
  };
}

/** How wide a line centered on a point can be within a ring. */
export function roomAt(ring: Point[], [x, y]: Point): number {
  let room = Infinity;
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length]!;
    if (y1 > y === y2 > y) return;
    room = Math.min(room, Math.abs(x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) - x));
  });
  return Number.isFinite(room) ? 2 * room : 0;
}
