import { expect, test } from "vitest";
import { swings } from "../src/end/turning";
import type { GameEvent, Series } from "../src/protocol";

const event = (fields: Partial<GameEvent> & { kind: string }): GameEvent =>
  ({ text: "", who: "", clauses: [], spaces: [], pieces: [], ply: 0, turn: 8, step: "", ...fields }) as GameEvent;

const morale: Series = {
  id: "morale",
  title: "Morale",
  points: [
    [7, 20, 1],
    [8, 14, 2],
  ],
};

test("What players pay with turns no game by being spent", () => {
  const supply: Series = {
    id: "supply",
    title: "Supply",
    points: [
      [1, 12, 1],
      [2, 0, 2],
    ],
    spent: true,
  };
  expect(swings([supply, morale], []).map((swing) => swing.id)).toEqual(["morale"]);
});

test("A swing names the largest change of its turn, and whether that was the whole of it", () => {
  const log = [
    event({ kind: "note", text: "Pitomnik is lost." }),
    event({ kind: "track", track: "morale", from: 20, to: 16 }),
    event({ kind: "note", text: "A division surrenders." }),
    event({ kind: "track", track: "morale", from: 16, to: 14 }),
  ];
  expect(swings([morale], log)).toMatchObject([{ from: 20, to: 14, cause: "Pitomnik is lost.", whole: false }]);
  const [, , ...second] = log;
  const smaller: Series = { ...morale, points: [[7, 16, 1], morale.points[1]!] };
  expect(swings([smaller], second)).toMatchObject([{ cause: "A division surrenders.", whole: true }]);
});
