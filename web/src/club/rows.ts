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

/** The names of the members who play a game. */
export const namesOf = ({ players }: ClubGame): string[] => [
  ...new Set(Object.values(players).flatMap((held) => held.map(({ name }) => name))),
];

/** My place in a game, as my account shows it. An open table has no seats to hold, so `mine` is empty there. */
export function placeOf(row: ClubGame): Place {
  const { game, mine, turn, players } = row;
  const others = Object.values(players).flatMap((held) => held.filter(({ me }) => !me).map(({ name }) => name));
  const about = [
    mine.length ? words.youAre(listed(mine.map(spoken))) : "",
    others.length ? words.against(listed([...new Set(others)])) : "",
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
  return [[row.game.name, ...about, row.game.title].join(", "), move.text, time].filter(Boolean).join(". ");
}

/** Whose move it is, by the name of the member, or of the seat that no member holds. */
function moveIn({ game, turn, players }: ClubGame): Place["move"] {
  const { to_move: mover = "", over, stopped, away = [], held } = game;
  if (over || stopped || away.includes(mover) || playsItself(game) || !held) return moveOf(game);
  if (turn) return { mine: true, text: words.yourMoves };
  const names = (players[mover] ?? []).map(({ name }) => name);
  return { mine: false, text: words.moveOf(names.length ? listed(names) : spoken(mover)) };
}
