import type { ClubGame } from "../protocol";
import { moveOf, playsItself, spoken, type Place } from "../start/names";
import { words } from "../words/club";
import { listed } from "../words/language";

export type Kind = "all" | "move" | "waiting" | "over";

/** Whether a game of mine is in a part of the list. "All" are those in progress. */
export function isKind({ game, turn }: ClubGame, kind: Kind): boolean {
  if (game.over || kind === "over") return game.over && kind === "over";
  return kind === "all" || turn === (kind === "move");
}

/** Games in their order: my turn first, then those that wait, the least time left first, those without a clock last. */
export function inOrder(rows: ClubGame[]): ClubGame[] {
  const left = ({ clock }: ClubGame): number => clock?.left ?? Infinity;
  const rank = ({ game, turn }: ClubGame): number => (game.over ? 2 : turn ? 0 : 1);
  return [...rows].sort(
    (one, other) => rank(one) - rank(other) || (left(one) < left(other) ? -1 : Number(left(one) > left(other))),
  );
}

type Player = ClubGame["players"][string][number];

/** The members who play a game, each once. */
export const playersOf = ({ players }: ClubGame): Player[] => once(Object.values(players).flat());

/** The others among them. */
export const othersOf = (row: ClubGame): Player[] => playersOf(row).filter(({ me }) => !me);

const once = (players: Player[]): Player[] => [...new Map(players.map((one) => [one.name, one])).values()];

/** My place in a game, as my account shows it. An open table has no seats to hold, so `mine` is empty there. */
export function placeOf(row: ClubGame): Place {
  const { game, mine, turn } = row;
  const bots = [...new Set(Object.values(game.bot_seats ?? {}).map(spoken))];
  const about = [
    bots.length && !game.bots ? words.against(listed(bots)) : "",
    mine.length ? words.youAre(listed(mine.map(spoken))) : "",
    row.rated ? words.rated.toLowerCase() : "",
  ];
  const word = game.over ? words.review : turn ? words.play : words.view;
  return {
    own: true,
    deletes: !game.held,
    mine: turn && !game.stopped,
    word,
    move: moveIn(row),
    about: about.filter(Boolean),
  };
}

/** A game as one sentence, to be read aloud. `time`: how much is left on its clock. */
export function sentenceOf(row: ClubGame, time = ""): string {
  const { move, about } = placeOf(row);
  const others = othersOf(row);
  const against = others.length ? words.against(listed(others.map(({ name }) => name))) : "";
  return [[row.game.name, ...about, against, row.game.title].filter(Boolean).join(", "), move.text, time]
    .filter(Boolean)
    .join(". ");
}

/** Whose move it is, by the name of the member, or of the seat that no member holds. */
function moveIn({ game, turn, players }: ClubGame): Place["move"] {
  const { to_move: mover = "", over, stopped, away = [], held } = game;
  if (over || stopped || away.includes(mover) || playsItself(game) || !held) return moveOf(game);
  if (turn) return { mine: true, text: words.yourMoves };
  const names = (players[mover] ?? []).map(({ name }) => name);
  return { mine: false, text: words.moveOf(names.length ? listed(names) : spoken(mover)) };
}
