import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inOrder, isKind, placeOf } from "../src/club/rows";
import { answerOf, zerosOf } from "../src/club/work";
import type { ClubGame, MatchCard } from "../src/protocol";

test("the zeros at the beginning of a hash are counted in bits", () => {
  const counted = [[0x80], [0x01], [0, 0xff], [0, 0x1f], [0, 0]].map((bytes) => zerosOf(new Uint8Array(bytes)));
  expect(counted).toEqual([0, 7, 8, 11, 16]);
});

test("an answer has the zeros that the club asks for", async () => {
  const answer = await answerOf("task", 10);
  const hash = createHash("sha256").update(`task.${answer}`).digest();
  expect(zerosOf(new Uint8Array(hash))).toBeGreaterThanOrEqual(10);
});

/** A private game in a list of the club, as Jan sees it. */
function row(more: Partial<ClubGame>, game: Partial<MatchCard> = {}): ClubGame {
  const card = { id: "a", name: "Relief", title: "Donnerschlag", over: false, held: true, to_move: "axis", ...game };
  const players = { axis: [{ name: "Jan", me: true }], soviet: [{ name: "Marta K", me: false }] };
  return { game: card as MatchCard, sight: "private", rated: false, mine: ["axis"], turn: true, players, ...more };
}

test("a game shows the member's own seats, the opponent, and whose move it is", () => {
  const mine = placeOf(row({}));
  expect([mine.about, mine.word, mine.mine, mine.move]).toEqual([
    ["you play Axis"],
    "Play",
    true,
    { mine: true, text: "Your move" },
  ]);
  const theirs = placeOf(row({ turn: false }, { to_move: "soviet" }));
  expect([theirs.word, theirs.mine, theirs.move]).toEqual(["View", false, { mine: false, text: "Marta K to move" }]);
});

test("a game shows the bot that I play against", () => {
  const game = placeOf(row({}, { bot_seats: { soviet: "staff" } }));
  expect(game.about).toEqual(["against Staff", "you play Axis"]);
});

test("a seat that no member holds is named by its side", () => {
  const alone = placeOf(row({ turn: false, players: { axis: [{ name: "Jan", me: true }] } }, { to_move: "soviet" }));
  expect([alone.about, alone.move.text]).toEqual([["you play Axis"], "Soviet to move"]);
});

test("a finished game is reviewed, and only an open table can be deleted from the list", () => {
  const over = placeOf(row({ turn: false }, { over: true }));
  expect([over.word, over.move.text, over.deletes]).toEqual(["Review", "Finished", false]);
  expect(placeOf(row({ mine: [] }, { held: false })).deletes).toBe(true);
});

test("the filters part the games by whose move it is, and keep the finished ones apart", () => {
  const rows = [row({}), row({ turn: false }), row({ turn: false }, { over: true })];
  const counts = (["all", "move", "waiting", "over"] as const).map(
    (kind) => rows.filter((one) => isKind(one, kind)).length,
  );
  expect(counts).toEqual([2, 1, 1, 1]);
});

test("my games come with my turn first, and the least time left first", () => {
  const of = (id: string, turn: boolean, left?: number): ClubGame =>
    row({ turn, clock: left === undefined ? null : { seat: "axis", left } }, { id });
  const rows = [
    of("waits", false, 5),
    of("alone", true),
    of("slow", true, 900),
    of("soon", true, 20),
    of("later", false),
  ];
  expect(inOrder(rows).map(({ game }) => game.id)).toEqual(["soon", "slow", "alone", "waits", "later"]);
});
