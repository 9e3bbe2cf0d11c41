import { corner, covered, type Corner, type Rect } from "./panel";
import type { Player } from "./context";

const COUNTER = 40;
/** How much of the map a drawn card takes up. */
const CARD = { width: 260, height: 340 };

/** What a space takes up on the map: its counters, or all of it if it is no larger. */
function area(player: Player, id: string): Rect[] {
  const home = player.model?.space.get(id);
  if (!home) return [];
  const { k, x, y } = player.view;
  const [left, top] = [home.counters[0] * k + x, home.counters[1] * k + y];
  const reach = Math.max(COUNTER, 32 * k);
  return [{ left: left - reach, top: top - reach, right: left + reach, bottom: top + reach }];
}

/** The spaces that the current decision is about. */
function asked(player: Player): string[] {
  if (player.playback.running || !player.asking || !player.humanTurn) return [];
  const { choosing } = player;
  const units = (player.picture?.pieces ?? []).filter(({ id }) => choosing.pieces.has(id));
  return [...new Set([...choosing.spaces, ...units.map(({ at }) => at)])];
}

/**
 * The corner of the map where a panel about some spaces and pieces covers least of them and of the question, and
 * whether it still covers something there.
 */
export function placeFor(
  player: Player,
  about: { spaces?: string[]; pieces?: string[] },
  size: { width: number; height: number },
  now: Corner,
): { at: Corner; hides: boolean } {
  const { pieces = [], arrows = [] } = player.picture ?? {};
  const contested = new Set(about.spaces);
  const named = new Set(about.pieces);
  for (const { id, at } of pieces) if (named.has(id)) contested.add(at);
  for (const { from, to } of arrows) if (contested.has(to)) contested.add(from);
  const { width, height } = player.view;
  // A drawn card is in the upper right corner, which is kept free for it, so that the panel does not jump when one
  // comes.
  const card = player.model?.scene.decks?.length
    ? [{ left: width - CARD.width, top: 0, right: width, bottom: Math.min(height, CARD.height) }]
    : [];
  const rects = (ids: Iterable<string>): Rect[] => [...ids].flatMap((id) => area(player, id));
  const [fought, next] = [rects(contested), rects(asked(player))];
  const at = corner(player.view, size, [...fought, ...card], next, now);
  return { at, hides: covered(player.view, size, [...fought, ...next], at) > 0 };
}
