import type { GameInfo, MatchCard } from "../protocol";

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A name of the program as a person reads it: "stay-put" is "Stay put". */
export const spoken = (word: string): string => capital(word.replace(/[_-]/g, " "));

export interface Bot {
  id: string;
  title: string;
  doc: string;
}

/** The bots of a game, its own first, each with a sentence about it. */
export function botsOf(game: GameInfo | null): Bot[] {
  if (!game) return [];
  const bots = game.bots.map((id) => ({ id, title: spoken(id), doc: game.bot_docs[id] ?? "" }));
  return bots.sort((one, other) => Number(one.id === "random") - Number(other.id === "random"));
}

/** What tells a match from the usual one of its game: the nearest preset, the edition, options, dice. */
export function setUpWords(match: MatchCard, game: GameInfo | undefined): string[] {
  if (!game) return [];
  const changed = (base: Record<string, unknown> = {}): number =>
    game.options.filter((option) => {
      const usual = base[option.name] ?? option.default;
      return (match.options[option.name] ?? option.default) !== usual;
    }).length;
  const [usual, ...others] = game.presets;
  const preset = others.find((one) => one.edition === match.edition && changed(one.options) === 0);
  const count = preset ? 0 : changed(usual?.options);
  return [
    preset?.title ?? "",
    match.edition !== game.editions[0] ? `edition ${match.edition}` : "",
    count ? `${count} ${count === 1 ? "option" : "options"} changed` : "",
    match.dice === "hand" ? "own dice and cards" : "",
  ].filter(Boolean);
}
