import { describe, expect, test } from "vitest";
import { isGoal, meaning, type Kind, type Situation, type Target } from "../src/choose/meaning";

const no = (): boolean => false;
const yes = (): boolean => true;
/** Nothing is chosen, and no unit may be. */
const EMPTY: Situation = {
  chosen: null,
  kept: false,
  leading: false,
  naming: false,
  next: null,
  pointed: no,
  at: () => "a",
  may: no,
  nameable: no,
  whole: no,
  units: () => [],
  goal: no,
  led: no,
  bends: no,
  opens: no,
  beside: no,
  objects: no,
  taught: no,
  offers: no,
};
/** A unit in a is chosen, and the target is in b. */
const CHOSEN: Partial<Situation> = { chosen: "red-1", at: (piece) => (piece === "blue" ? "b" : "a") };
const SPACE: Target = { kind: "space", space: "b", by: "itself" };
const BESIDE: Target = { ...SPACE, by: "map" };
/** The unit in a was chosen automatically, and can go to b. */
const KEPT: Partial<Situation> = { ...CHOSEN, kept: true, goal: yes, led: yes, opens: yes };
const piece = (by: "map" | "shift" | "itself", id = "blue"): Target => ({ kind: "piece", piece: id, space: "b", by });

type Case = [about: string, target: Target, given: Partial<Situation>, kind: Kind, on: Target];
const ONE: Partial<Situation> = { ...KEPT, may: yes, units: () => ["blue"] };

describe("a click on a unit", () => {
  const map = piece("map");
  const cases: Case[] = [
    ["means the space that a lesson wants next", map, { next: "b", may: yes }, "space", SPACE],
    ["sends the chosen unit to its space", map, { ...CHOSEN, goal: yes, may: yes }, "space", SPACE],
    ["waits for the goals of the chosen unit", map, { ...CHOSEN, leading: true, may: yes }, "wait", map],
    ["does not wait where the lesson points at it", map, { ...CHOSEN, leading: true, pointed: yes }, "unit", map],
    ["means the unit where the chosen one was kept", map, { ...CHOSEN, kept: true, goal: yes, may: yes }, "unit", map],
    ["means the unit by itself in a fan", piece("itself"), { ...CHOSEN, goal: yes, may: yes }, "unit", piece("itself")],
    ["names it where units are named", map, { naming: true, nameable: yes }, "name", map],
    ["with Shift names it", piece("shift"), { nameable: yes }, "name", piece("shift")],
    [
      "with Shift has it go along with one of its stack",
      piece("shift"),
      { chosen: "red-1", at: () => "b", may: yes },
      "along",
      piece("shift"),
    ],
    ["with Shift means another stack's unit", piece("shift"), { ...CHOSEN, may: yes }, "unit", piece("shift")],
    ["means its space where only that is offered", map, { goal: yes }, "space", SPACE],
    ["means its space where a verb is about all in it", map, { may: yes, whole: yes }, "space", SPACE],
    ["with Shift means the unit even then", piece("shift"), { may: yes, whole: yes }, "unit", piece("shift")],
    ["is what the lesson does not want", map, { may: yes, objects: yes, taught: yes }, "object", map],
    ["is what the lesson wants", map, { may: yes, taught: yes }, "teach", map],
    ["is what the lesson wants even there", map, { may: yes, whole: yes, taught: yes }, "teach", map],
    ["offers what may be done about it", map, { offers: yes }, "offer", map],
    ["offers nothing where it may be chosen", map, { offers: yes, may: yes }, "unit", map],
  ];
  test.each(cases)("%s", (_, target, given, kind, on) => {
    expect(meaning(target, { ...EMPTY, ...given })).toEqual({ kind, target: on });
  });
});

describe("a click on a space", () => {
  const cases: Case[] = [
    ["waits for the goals of the chosen unit", SPACE, { ...CHOSEN, leading: true }, "wait", SPACE],
    ["does not wait for what is known", SPACE, { ...CHOSEN, leading: true, led: yes }, "space", SPACE],
    ["is what the lesson does not want", SPACE, { objects: yes, bends: yes }, "object", SPACE],
    ["pins the path", SPACE, { ...CHOSEN, led: yes, bends: yes, opens: yes }, "pin", SPACE],
    ["asks a verb beside the question", SPACE, { beside: yes, units: () => ["blue"] }, "beside", SPACE],
    ["means the question first", SPACE, { opens: yes, beside: yes, units: () => ["blue"] }, "space", SPACE],
    ["means the only unit in it", SPACE, { units: () => ["blue"], may: yes }, "unit", piece("itself")],
    ["leaves several units to the fan", SPACE, { units: () => ["blue", "green"] }, "fan", SPACE],
    ["means the space while a unit is chosen", SPACE, { ...CHOSEN, units: () => ["blue"] }, "space", SPACE],
    ["means the space where nothing else holds", SPACE, {}, "space", SPACE],
    ["beside a unit means the unit where the chosen one was kept", BESIDE, ONE, "unit", piece("itself")],
    [
      "beside several units leaves these to the fan",
      BESIDE,
      { ...KEPT, units: () => ["blue", "green"] },
      "fan",
      BESIDE,
    ],
    ["by itself sends the unit that was kept", SPACE, ONE, "space", SPACE],
    ["sends the unit that was kept where there is no unit to choose", BESIDE, KEPT, "space", BESIDE],
    ["beside a unit sends one that the player chose", BESIDE, { ...ONE, kept: false }, "space", BESIDE],
    ["beside a unit means what the lesson wants next", BESIDE, { ...ONE, next: "b" }, "space", BESIDE],
    ["beside a unit pins the path", BESIDE, { ...ONE, bends: yes }, "pin", BESIDE],
  ];
  test.each(cases)("%s", (_, target, given, kind, on) => {
    expect(meaning(target, { ...EMPTY, ...given })).toEqual({ kind, target: on });
  });
});

test.each([[["blue"]], [["blue", "green"]], [[]]])("a click means the same on a counter and beside it: %s", (units) => {
  const may = (one: string): boolean => units.includes(one);
  const given = { ...EMPTY, ...KEPT, may, units: () => units };
  const [on, beside] = [meaning(piece("map"), given), meaning(BESIDE, given)];
  const sends = units.length === 0;
  expect([on.kind === "space", beside.kind === "space", isGoal("b", given)]).toEqual([sends, sends, sends]);
});

test("a space is a goal from another one only, and not while units in it may follow a kept one", () => {
  const given = { ...EMPTY, ...CHOSEN, goal: yes };
  expect(isGoal("b", given)).toBe(true);
  expect(isGoal("a", given)).toBe(false);
  expect(isGoal("b", { ...given, kept: true, units: () => ["blue"] })).toBe(false);
  expect(isGoal("b", { ...given, chosen: null })).toBe(false);
});
