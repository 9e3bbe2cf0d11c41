import type { PlayingCard } from "../../protocol";

/** Equal cards, each once with their number. `kind`: what makes two cards equal. */
export function once(
  cards: PlayingCard[],
  kind: (card: PlayingCard) => string,
): { card: PlayingCard; count: number }[] {
  const found = new Map<string, { card: PlayingCard; count: number }>();
  for (const card of cards) {
    const known = found.get(kind(card));
    if (known) known.count += 1;
    else found.set(kind(card), { card, count: 1 });
  }
  return [...found.values()];
}
