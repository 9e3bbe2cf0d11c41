import type { PlayingCard, Scene } from "../../protocol";

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

/** For each card, the first card of its deck with the same words. */
export function alikeOf(scene: Scene): Map<number, number> {
  const found = new Map<number, number>();
  for (const { cards } of scene.decks ?? []) {
    const first = new Map<string, number>();
    for (const { id, title, lines } of cards) {
      const said = [title, ...lines.map(({ text }) => text)].join("|");
      if (!first.has(said)) first.set(said, id);
      found.set(id, first.get(said)!);
    }
  }
  return found;
}
