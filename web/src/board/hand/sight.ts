import type { Point } from "../../protocol";
import { shared, type Rect } from "../../table/panel";

/** The view of the board: its scale, the position of its origin, and its size in pixels. */
export interface View {
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const EDGES = ["left", "right", "top", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/** The places beyond an edge of the view, and the middle of their sign, in pixels of the view. */
export interface Sign<T> {
  edge: Edge;
  places: T[];
  at: Point;
}

/** The size of a sign, large enough for a finger. */
export const SIGN = 44;
/** The distance in pixels between possible positions of signs along an edge. */
const STEP = 11;
/**
 * The margin in pixels between the edges of the view and places moved into it, outside the buttons in its corners. A
 * small view has less.
 */
const INWARDS = 72;
const SHARE = 1 / 6;

const between = (at: number, one: number, other: number): number =>
  Math.min(Math.max(at, Math.min(one, other)), Math.max(one, other));

const onScreen = ([x, y]: Point, view: View): Point => [x * view.k + view.x, y * view.k + view.y];

/** Return the distance of a point beyond each edge of the view less a margin; negative if it is inside. */
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
 * Return a sign for each edge of the view with places beyond it: level with these places, and beside the `taken` part
 * if its edge has room.
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

/** The share of a view's width or height for places moved into it. */
const inner = (size: number, margin = INWARDS): number => size - 2 * Math.min(margin, size * SHARE);

/** Return the span of some points along both axes. */
const spans = (points: Point[]): [number, number][] =>
  ([0, 1] as const).map((axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  });

/** Return the largest scale at which some points fit a view, `margin` pixels from its edges. */
export function scaleFor(points: Point[], { width, height }: View, margin?: number): number {
  const [across, down] = spans(points).map(([low, high]) => high - low);
  return Math.min(inner(width, margin) / across!, inner(height, margin) / down!);
}

/**
 * Return the scale and place of a view that shows points of the board: as large as possible between the two scales,
 * with its middle as close as possible to `from` or to the middle of the points, and without empty space that the board
 * could fill. If not all points fit, it shows the points nearest to `from`.
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
    // A board that is smaller than the view is in its middle.
    if (size * k <= pixels) return (pixels - size * k) / 2 - begins * k;
    return between(pixels / 2 - middle * k, -begins * k, pixels - (begins + size) * k);
  }) as Point;
  return { k, x, y };
}

/** Return the point around which a view at a scale shows the most points, and their number. */
export function heartOf(points: Point[], view: View, k: number): { at: Point; holds: number } {
  const [across, down] = [inner(view.width) / 2 / k, inner(view.height) / 2 / k];
  const near = ([x, y]: Point): Point[] =>
    points.filter(([left, top]) => Math.abs(left - x) <= across && Math.abs(top - y) <= down);
  const most = points.map(near).reduce((one, other) => (other.length > one.length ? other : one), []);
  const [[left, right], [top, bottom]] = spans(most) as [[number, number], [number, number]];
  return { at: [(left + right) / 2, (top + bottom) / 2], holds: most.length };
}
