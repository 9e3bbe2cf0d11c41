import { describe, expect, test } from "vitest";
import type { Finding, GameEvent, Roll, Scene } from "../src/protocol";
import { fighters, passages, procedure, sections, stages } from "../src/table/sections";

const SCENE = {
  phases: [
    { id: "march", title: "March", steps: [{ id: "go", title: "Go" }] },
    {
      id: "combat",
      title: "Combat",
      panel: "fight",
      steps: [
        { id: "c-1", title: "Card" },
        { id: "c-2", title: "Fire" },
        { id: "c-3", title: "End" },
      ],
    },
    { id: "rules", title: "Their round", panel: "procedure", steps: [{ id: "r-1", title: "Action" }] },
  ],
} as unknown as Scene;

const at = (step: string, event: object): GameEvent => ({ ply: 1, turn: 2, step, ...event }) as GameEvent;
const begins = (step: string, skipped = ""): GameEvent => at(step, { kind: "step", title: step, phase: "", skipped });
const roll = (space: string, value: number): Roll =>
  at("r-1", { kind: "roll", title: "", chart: "", dice: [value], total: value, result: "", spaces: [space] }) as Roll;
const finding = (outcome: string): Finding =>
  at("r-1", { kind: "finding", test: "", value: 1, limit: 1, outcome, text: outcome }) as Finding;

const FIGHT = [
  begins("c-1", "no card"),
  at("c-1", { kind: "note", text: "Attack on b from a.", spaces: ["a", "b"] }),
  at("c-1", { kind: "strength", piece: "red-1", to: 3 }),
  at("c-1", { kind: "strength", piece: "blue-1", to: 0 }),
  at("c-1", { kind: "strength", piece: "blue-1", from: 0, to: 1 }),
  begins("c-2"),
  at("c-2", { kind: "volley", title: "Fire", fires: [], hits: 1, counted: 1 }),
  at("c-2", { kind: "strength", piece: "red-1", from: 3, to: 2, text: "Red 1 is down to 2." }),
  at("c-2", { kind: "loss", piece: "blue-1", text: "Blue 1 is destroyed." }),
];
const RULES = [begins("r-1"), finding("move"), roll("x", 5), roll("y", 2), finding("y goes"), finding("x goes")];

describe("what goes on in one go", () => {
  test("a fight within a procedure is a section of its own, and the procedure goes on behind it", () => {
    const log = [at("go", { kind: "note", text: "March." }), ...RULES.slice(0, 5), ...FIGHT, begins("r-1x"), RULES[5]!];
    const found = sections(
      SCENE,
      log.filter((event) => event.step !== "r-1x"),
      0,
    );
    expect(found.map(({ title, events }) => [title, events.length])).toEqual([
      ["Their round", 6],
      ["Attack on b from a", 9],
    ]);
    expect(found[1]!.spaces).toEqual(["a", "b"]);
  });

  test("another turn's are left out, and two fights are two", () => {
    const before = FIGHT.map((event) => ({ ...event, turn: 1 }));
    const found = sections(SCENE, [...before, ...FIGHT, ...FIGHT], before.length);
    expect(found.length).toBe(2);
  });
});

test("the steps of a fight: done, now, still to come, left out and why", () => {
  const [fight] = sections(SCENE, FIGHT, 0);
  expect(stages(fight!, false).map(({ state, why }) => [state, why])).toEqual([
    ["skipped", "no card"],
    ["now", ""],
    ["next", ""],
  ]);
  expect(stages(fight!, true)[1]!.state).toBe("done");
});

test("who fights: with what they had once they were known, and what is left", () => {
  expect(fighters(FIGHT)).toEqual([
    { id: "red-1", before: 3, now: 2 },
    { id: "blue-1", before: 1, now: 0 },
  ]);
});

test("what came of the dice stands behind them, what the fight is about nowhere twice", () => {
  const [fight] = sections(SCENE, FIGHT, 0);
  expect(passages(fight!).map(({ dice, told }) => [dice?.kind, told.map(({ text }) => text)])).toEqual([
    ["volley", ["Red 1 is down to 2.", "Blue 1 is destroyed."]],
  ]);
});

test("a procedure's tests, and its dice from the lowest, each with what came of it", () => {
  const [round] = sections(SCENE, RULES.slice(0, 5), 0);
  const { tests, dice } = procedure(round!);
  expect(tests.map(({ told }) => told.map(({ text }) => text))).toEqual([["move"]]);
  expect(dice.map(({ space, state, told }) => [space, state, told.map(({ text }) => text)])).toEqual([
    ["y", "now", ["y goes"]],
    ["x", "left", []],
  ]);
});

test("dice that a player gives out lie nowhere: all tests stand one below the other", () => {
  const free = [roll("", 5), roll("", 2)].map((event) => ({ ...event, spaces: [] }));
  const [round] = sections(
    SCENE,
    [finding("move"), ...free, finding("a choice"), finding("y goes"), finding("x goes")],
    0,
  );
  const { tests, dice } = procedure(round!);
  expect(tests.map(({ told }) => told.map(({ text }) => text))).toEqual([
    ["move"],
    ["a choice"],
    ["y goes"],
    ["x goes"],
  ]);
  expect(dice).toEqual([]);
});
