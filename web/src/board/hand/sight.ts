import type { Point } from "../../protocol";
import { shared, type Rect } from "../../table/panel";

/** What is seen of the board: its scale, where its origin is, and how many pixels there are. */
export interface View {
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const EDGES = ["left", "right", "top", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/** What is beyond an edge of the view, and the middle of the sign that says so, in pixels of the view. */
export interface Sign<T> {
  edge: Edge;
  places: T[];
  at: Point;
}

/** Side of a sign: what a finger needs. */
export const SIGN = 44;
/** Pixels from one place to the next at which a sign may stand along its edge. */
const STEP = 11;
/** Pixels of the view between its edges and what is brought into sight: no button in a corner is on it. In a small view less. */
const INWARDS = 72;
const SHARE = 1 / 6;

const between = (at: number, one: number, other: number): number =>
  Math.min(Math.max(at, Math.min(one, other)), Math.max(one, other));

const onScreen = ([x, y]: Point, view: View): Point => [x * view.k + view.x, y * view.k + view.y];

/** How far a point is beyond each edge of the view drawn in by a margin; negative: inside of it. */
function beyondBy(point: Point, view: View, margin: number): Record<Edge, number> {
  const [x, y] = onScreen(point, view);
  return {
    left: margin - x,
    right: x - (view.width - margin),
    top: margin - y,
    bottom: y - (view.height - margin),
  };
}

export const inSight = (point: Point, view: View, margin: number): boolean =>
  Object.values(beyondBy(point, view, margin)).every((by) => by < 0);

/**
 * A sign for each edge of the view beyond which some of these places lie: at the height of those that it stands for, and
 * beside what is `taken` where its edge has room for it there.
 */
export function signs<T extends { at: Point }>(places: T[], view: View, taken: Rect[], margin: number): Sign<T>[] {
  const groups = new Map<Edge, T[]>();
  for (const place of places) {
    const by = beyondBy(place.at, view, margin);
    const edge = EDGES.reduce((most, one) => (by[one] > by[most] ? one : most));
    if (by[edge] >= 0) groups.set(edge, [...(groups.get(edge) ?? []), place]);
  }
  const half = SIGN / 2;
  const room = [...taken];
  return EDGES.flatMap((edge) => {
    const group = groups.get(edge);
    if (!group) return [];
    const upright = edge === "left" || edge === "right";
    const [first, last] = [half, (upright ? view.height : view.width) - half];
    const values = group.map(({ at }) => between(onScreen(at, view)[upright ? 1 : 0], first, last));
    const best = values.reduce((sum, one) => sum + one, 0) / values.length;
    const across = { left: half, right: view.width - half, top: half, bottom: view.height - half }[edge];
    const stands = (along: number): Point => (upright ? [across, along] : [along, across]);
    const rect = ([x, y]: Point): Rect => ({ left: x - half, right: x + half, top: y - half, bottom: y + half });
    const cost = (along: number): number =>
      room.reduce((sum, one) => sum + shared(one, rect(stands(along))), 0) * 1000 + Math.abs(along - best);
    const tried = Array.from({ length: Math.max(0, Math.floor((last - first) / STEP)) }, (_, n) => first + n * STEP);
    const at = stands([best, ...tried].reduce((least, one) => (cost(one) < cost(least) ? one : least)));
    room.push(rect(at));
    return [{ edge, places: group, at }];
  });
}

/** How much of a view, from side to side or from top to bottom, holds what is brought into sight. */
const inner = (size: number, margin = INWARDS): number => size - 2 * Math.min(margin, size * SHARE);

/** The span of some points along both axes. */
const spans = (points: Point[]): [number, number][] =>
  ([0, 1] as const).map((axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  });

/** The largest scale at which a view has room for some points, `margin` pixels from its edges. */
export function scaleFor(points: Point[], { width, height }: View, margin?: number): number {
  const [across, down] = spans(points).map(([low, high]) => high - low);
  return Math.min(inner(width, margin) / across!, inner(height, margin) / down!);
}

/**
 * The scale and place of a view that has points of the board in sight: as large as they have room for between the two
 * scales, its middle as near to `from`, or to theirs, as can be, and without empty room that the board could fill. Where
 * not all of them find room they are those nearest to `from`.
 */
export function holding(
  points: Point[],
  view: View,
  frame: { x: number; y: number; width: number; height: number },
  [least, most]: [number, number],
  from?: Point,
): { k: number; x: number; y: number } {
  const k = between(scaleFor(points, view), least, most);
  const ends = spans(points);
  const [x, y] = [view.width, view.height].map((pixels, axis) => {
    const half = inner(pixels) / 2 / k;
    const [low, high] = ends[axis]!;
    const middle = between(from?.[axis] ?? (low + high) / 2, high - half, low + half);
    const [begins, size] = axis === 0 ? [frame.x, frame.width] : [frame.y, frame.height];
    // A board that leaves room is in the middle of it.
    if (size * k <= pixels) return (pixels - size * k) / 2 - begins * k;
    return between(pixels / 2 - middle * k, -begins * k, pixels - (begins + size) * k);
  }) as Point;
  return { k, x, y };
}

/** The one of some points round which a view at a scale has room for most of them, and how many these are. */
export function heartOf(points: Point[], view: View, k: number): { at: Point; holds: number } {
  const [across, down] = [inner(view.width) / 2 / k, inner(view.height) / 2 / k];
  const near = ([x, y]: Point): Point[] =>
    points.filter(([left, top]) => Math.abs(left - x) <= across && Math.abs(top - y) <= down);
  const most = points.map(near).reduce((one, other) => (other.length > one.length ? other : one), []);
  const [[left, right], [top, bottom]] = spans(most) as [[number, number], [number, number]];
  return { at: [(left + right) / 2, (top + bottom) / 2], holds: most.length };
}
