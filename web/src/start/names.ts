import type { GameInfo, MatchCard, LeagueShare } from "../protocol";
import { playAddress, seatAddress, watchAddress } from "../route.svelte";
import { keysOf } from "../seats/keys";
import { words } from "../words/start";

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** An internal name as people read it: "stay-put" is "Stay put". */
export const spoken = (word: string): string => capital(word.replace(/[_-]/g, " "));

export interface Bot {
  id: string;
  title: string;
  doc: string;
  /** Its strength in one line. */
  strength: string;
  /** The same in figures, if it was rated. */
  share?: LeagueShare;
}

/** The bots of a game, its own first, each with a sentence about it. */
export function botsOf(game: GameInfo | null): Bot[] {
  if (!game) return [];
  const bots = game.bots.map((id) => ({
    id,
    title: spoken(id),
    doc: game.bot_docs[id] ?? "",
    strength: game.bot_strengths[id] ?? "",
    share: game.bot_shares[id],
  }));
  return bots.sort((one, other) => Number(one.id === "random") - Number(other.id === "random"));
}

/** What distinguishes a match from the usual one of its game: the nearest preset, the edition, options, dice. */
export function setUpWords(
  match: Pick<MatchCard, "edition" | "options" | "dice">,
  game: GameInfo | undefined,
): string[] {
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
    match.edition && match.edition !== game.editions[0] ? words.edition(match.edition) : "",
    count ? words.changedOptions(count) : "",
    match.dice === "hand" ? words.ownDice : "",
  ].filter(Boolean);
}

/** The state of a match in a few words: its result, or how far it has come. */
export function standingOf({ over, result, headline, turn }: MatchCard): string {
  if (!over) return headline || words.turn(turn);
  const points = typeof result?.points === "number" ? words.points(result.points) : "";
  return [result?.level ?? "", points].filter(Boolean).join(", ") || words.over;
}

/** Whether someone at this browser can have a seat in it: it is not private, or this browser has a key to it. */
export const isOwn = ({ id, held }: MatchCard): boolean => !held || keysOf(id) !== null;

/** Whether no person plays a match here, only bots, or someone by mail. If dice are entered, a person still has to. */
export const playsItself = ({ over, bots, to_move: mover }: MatchCard): boolean =>
  !over && bots === true && mover !== "chance";

/** Whether people here will play a match, now or after the others have moved. */
export const isOpen = (match: MatchCard): boolean => !match.over && !match.stopped && !playsItself(match);

/** Whose move it is. `mine`: someone at this browser can play now. Only here does a seat's key say whose it is. */
export function moveOf(match: MatchCard): { mine: boolean; text: string } {
  const { id, over, held, to_move: mover, away = [] } = match;
  if (match.stopped) return { mine: false, text: words.stopped };
  if (over) return { mine: false, text: words.over };
  if (mover !== undefined && away.includes(mover)) return { mine: false, text: words.moveByMail(spoken(mover)) };
  if (playsItself(match)) return { mine: false, text: words.playsItself };
  if (match.thinks && !held) return { mine: false, text: words.moveOf(spoken(mover ?? "")) };
  const keys = held ? keysOf(id) : null;
  if (!held || (keys?.seat && (mover === keys.seat || mover === "chance"))) return { mine: true, text: words.yourMove };
  if (mover && (keys?.seat || !keys)) return { mine: false, text: words.moveOf(spoken(mover)) };
  return { mine: false, text: keys ? words.seatHeld : words.seatsHeld };
}

/** The place of a player in a game of a list. */
export interface Place {
  /** Whether they have a seat. Without one in a private game, they only watch. Its record opens when it is over. */
  own: boolean;
  /** Whether they may delete it. */
  deletes: boolean;
  /** Whether it stands out in the list. */
  mine: boolean;
  /** What its button does. */
  word: string;
  move: { mine: boolean; text: string };
  /** What its line says besides the game and its setup. */
  about: string[];
}

/** The place that the keys of this browser show. */
export function placeHere(match: MatchCard): Place {
  const own = isOwn(match);
  /** Whether it waits for someone at this browser, now or after the others have moved. */
  const mine = own && isOpen(match);
  const word = match.over ? words.review : match.stopped ? words.look : mine ? words.continue : words.watch;
  return { own, deletes: own, mine, word, move: moveOf(match), about: [] };
}

/** Where a match opens: with the key of your seat if it is private. */
export function addressOf({ id, held }: MatchCard): string {
  const key = held ? keysOf(id)?.key : undefined;
  return key !== undefined ? seatAddress(id, key) : held ? watchAddress(id) : playAddress(id);
}
