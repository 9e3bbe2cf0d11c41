import type { Point } from "../../protocol";

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const ASIDE = 1e6;

export const isArrow = (key: string): boolean => key in DIRECTIONS;

/** The axis that an arrow key does not move along. */
export const across = (key: string): 0 | 1 => (DIRECTIONS[key]?.[0] === 0 ? 0 : 1);

/**
 * Return the nearest place in the direction of an arrow key, first among places that are more ahead than aside. If
 * several are equally near, it is the place nearest to `line`, where a row of steps in that direction began. On a grid
 * without a straight path in that direction, the steps then alternate around it.
 */
export function nextInDirection<T extends { at: Point }>(
  from: Point,
  key: string,
  places: Iterable<T>,
  line = from[across(key)],
): T | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best: T | null = null;
  let least = Infinity;
  for (const one of places) {
    const [dx, dy] = [one.at[0] - from[0], one.at[1] - from[1]];
    const ahead = dx * direction[0] + dy * direction[1];
    if (ahead <= 2) continue;
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    const off = Math.abs(one.at[across(key)] - line);
    const cost = Math.hypot(ahead, aside) + off / 2 + (aside > ahead ? ASIDE : 0);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** Return the place nearest to a point. */
export function nearestOf<T extends { at: Point }>(from: Point, places: T[]): T | null {
  const far = ({ at }: T): number => Math.hypot(at[0] - from[0], at[1] - from[1]);
  return places.reduce<T | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}
