import { expect, test } from "vitest";
import { isAttacked, verdictOf } from "../src/side/battle/verdicts";
import type { Table } from "../src/table/context";

const PARTS = [
  { number: 0, turn: 1, seat: "red", from: 0, to: 4, first: 0, end: 9, over: true },
  { number: 1, turn: 1, seat: "blue", from: 4, to: 8, first: 9, end: 20 },
];

/** A table at which red attacks blue now; `people`: the seats that people play. */
function table(people: string[], held: string | null = null, decides = "red"): Table {
  const seats = Object.fromEntries(["red", "blue"].map((id) => [id, people.includes(id) ? "human" : "staff"]));
  return {
    model: {
      scene: {
        seats: ["red", "blue"].map((id) => ({ id, side: id })),
        charts: [{ id: "combat", attacking: true, verdicts: { AR: "bad", DR: "good", EX: "fair" } }],
      },
      pieces: new Map([["red-1", { side: "red" }]]),
    },
    picture: { combat: { battles: [{ state: "now", attackers: ["red-1"] }] } },
    state: { seats, decision: { seat: decides } },
    held,
    dispatches: { partAt: (ply: number) => PARTS.filter(({ from }) => from < ply).at(-1) },
  } as unknown as Table;
}

test("the only person at a table is attacked by a bot, whoever decides", () => {
  expect(isAttacked(table(["blue"]))).toBe(true);
  expect(isAttacked(table(["red"], null, "blue"))).toBe(false);
});

test("two people at a screen see a battle as the one who decides, and with a key as their own seat", () => {
  expect(isAttacked(table(["red", "blue"], null, "blue"))).toBe(true);
  expect(isAttacked(table(["red", "blue"], null, "red"))).toBe(false);
  expect(isAttacked(table(["red", "blue"], "blue", "red"))).toBe(true);
});

test("dice are those of the turn in which they fell", () => {
  const verdicts = (ply: number): unknown[] =>
    ["AR", "DR", "EX"].map((result) => verdictOf(table(["blue"]), "combat", result, ply));
  expect(verdicts(3)).toEqual(["good", "bad", "fair"]);
  expect(verdicts(6)).toEqual(["bad", "good", "fair"]);
});
