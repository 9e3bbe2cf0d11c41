export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The area that two rectangles have in common. */
export const shared = (one: Rect, other: Rect): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

export const CORNERS = ["top left", "top right", "bottom left", "bottom right"] as const;
export type Corner = (typeof CORNERS)[number];

/** Where a panel is in a corner. */
const rectIn = (
  view: { width: number; height: number },
  panel: { width: number; height: number },
  at: Corner,
  gap: number,
): Rect => {
  const left = at.endsWith("left") ? gap : view.width - gap - panel.width;
  const top = at.startsWith("top") ? gap : view.height - gap - panel.height;
  return { left, top, right: left + panel.width, bottom: top + panel.height };
};

/** How much of some rectangles a panel in a corner covers. */
export const covered = (
  view: { width: number; height: number },
  panel: { width: number; height: number },
  rects: Rect[],
  at: Corner,
  gap = 16,
): number => rects.reduce((sum, one) => sum + shared(one, rectIn(view, panel, at, gap)), 0);

/**
 * The corner of the map in which a panel covers least of its subject and, among equals, least of the next question. It
 * stays in its corner if that is just as good.
 */
export function corner(
  view: { width: number; height: number },
  panel: { width: number; height: number },
  about: Rect[],
  asked: Rect[],
  now: Corner,
  gap = 16,
): Corner {
  const over = (rects: Rect[], at: Corner): number => covered(view, panel, rects, at, gap);
  const cost = (at: Corner): number => over(about, at) * 1000 + over(asked, at) + (at === now ? -1 : 0);
  return [...CORNERS].sort((one, other) => cost(one) - cost(other))[0]!;
}
