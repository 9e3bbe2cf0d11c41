import { expect, test } from "vitest";
import type { GameEvent } from "../src/protocol";
import type { Session } from "../src/table/session.svelte";
import { verdictOf } from "../src/side/battle/verdicts";
import { inOne, told } from "../src/side/log/told";

const chose = (ply: number, action: string, text: string, seat = "red"): GameEvent => ({
  kind: "chose",
  ply,
  seat,
  action,
  text,
  step: "combat",
});

test("who attacks the same space after one another stands in one line of the log", () => {
  const names = new Map([["a-1", "First"], ["a-2", "Second"], ["a-3", "Third"]]); // prettier-ignore
  const said = [
    chose(1, "attack a-1 x", "First attacks X."),
    chose(2, "attack a-2 x", "Second attacks X."),
    chose(3, "attack a-3 x", "Third attacks X."),
    chose(4, "attack a-1 y", "First attacks Y."),
  ];
  const lines = inOne(said, (piece) => names.get(piece));
  expect(lines.map(({ ply, text }) => [ply, text])).toEqual([
    [3, "First attacks X, with Second and Third."],
    [4, "First attacks Y."],
  ]);
});

test("who joins a battle that names no space stands in one line, what is no unit in its own", () => {
  const names = new Map([["a-1", "First Corps"], ["a-2", "Second Corps"]]); // prettier-ignore
  const said = [
    chose(1, "attack a-1", "First Corps attacks."),
    chose(2, "attack a-2", "Second Corps attacks."),
    chose(3, "play card-1", "Stuka is played."),
    chose(4, "play card-2", "Tank is played."),
  ];
  const lines = inOne(said, (piece) => names.get(piece));
  expect(lines.map(({ text }) => text)).toEqual([
    "First Corps attacks, with Second Corps.",
    "Stuka is played.",
    "Tank is played.",
  ]);
});

test("a pass is no line of the log", () => {
  const said = [chose(1, "attack a-1 x", "First attacks X."), chose(2, "pass", "No card is played.", "blue")];
  expect(told(said).map(({ text }) => text)).toEqual(["First attacks X."]);
});

test("what is good for the attacker is bad for whoever is attacked and decides", () => {
  const seats = ["red", "blue"].map((id) => ({ id, name: id, side: id }));
  const charts = [{ id: "combat", attacking: true, verdicts: { win: "good", swap: "fair" } }];
  const session = (held: string | null, seat: string): Session =>
    ({
      model: { scene: { seats, charts }, pieces: new Map([["a-1", { side: "red" }]]) },
      picture: { combat: { battles: [{ state: "now", attackers: ["a-1"] }] } },
      held,
      state: { decision: { seat } },
    }) as unknown as Session;
  expect(verdictOf(session(null, "red"), "combat", "win")).toBe("good");
  expect(verdictOf(session(null, "blue"), "combat", "win")).toBe("bad");
  expect(verdictOf(session(null, "blue"), "combat", "swap")).toBe("fair");
  expect(verdictOf(session("red", "blue"), "combat", "win")).toBe("good");
});
