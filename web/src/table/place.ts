import { corner, covered, type Corner, type Rect } from "./panel";
import type { Session } from "./session.svelte";

const COUNTER = 40;
/** How much of the map a drawn card takes. */
const CARD = { width: 260, height: 340 };

/** What a space takes up on the map: its counters, or all of it where it is no larger. */
function area(session: Session, id: string): Rect[] {
  const home = session.model?.space.get(id);
  if (!home) return [];
  const { k, x, y } = session.view;
  const [left, top] = [home.counters[0] * k + x, home.counters[1] * k + y];
  const reach = Math.max(COUNTER, 32 * k);
  return [{ left: left - reach, top: top - reach, right: left + reach, bottom: top + reach }];
}

/** The spaces that a decision asks about now. */
function asked(session: Session): string[] {
  if (session.playback.running || !session.asking || !session.humanTurn) return [];
  const { choosing } = session;
  const units = (session.picture?.pieces ?? []).filter(({ id }) => choosing.pieces.has(id));
  return [...new Set([...choosing.spaces, ...units.map(({ at }) => at)])];
}

/**
 * The corner of the map where a panel about some spaces and pieces hides least of them and of what is asked, and whether
 * it still hides something there.
 */
export function placeFor(
  session: Session,
  about: { spaces?: string[]; pieces?: string[] },
  size: { width: number; height: number },
  now: Corner,
): { at: Corner; hides: boolean } {
  const { pieces = [], arrows = [] } = session.picture ?? {};
  const contested = new Set(about.spaces);
  const named = new Set(about.pieces);
  for (const { id, at } of pieces) if (named.has(id)) contested.add(at);
  for (const { from, to } of arrows) if (contested.has(to)) contested.add(from);
  const { width, height } = session.view;
  // A drawn card lies in the upper right corner, which is kept free for it: the panel does not jump when one comes.
  const card = session.model?.scene.decks?.length
    ? [{ left: width - CARD.width, top: 0, right: width, bottom: Math.min(height, CARD.height) }]
    : [];
  const rects = (ids: Iterable<string>): Rect[] => [...ids].flatMap((id) => area(session, id));
  const [fought, next] = [rects(contested), rects(asked(session))];
  const at = corner(session.view, size, [...fought, ...card], next, now);
  return { at, hides: covered(session.view, size, [...fought, ...next], at) > 0 };
}
