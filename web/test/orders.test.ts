import { describe, expect, test } from "vitest";
import { BoardModel } from "../src/board/model";
import { changed, controlOf, isStaffs, rowsOf, saidOf, stepped, typed, valueOf, withValue } from "../src/orders/fields";
import type { Forecast, OrderField } from "../src/orders/forms";
import { borders, foughtOver, linesOf, numbered, ringsOf, titlesIn } from "../src/orders/marks";
import { between, spaceOf, toggled, traced } from "../src/orders/places";
import { aloud, chanceBar, chanceSaid, costBars, costSaid } from "../src/orders/reading";
import type { Point } from "../src/protocol";
import { scene } from "./forms";

const field = (name: string, more: Partial<OrderField> = {}): OrderField => ({
  name,
  title: name,
  meaning: "",
  clauses: [],
  kind: "number",
  default: 0,
  least: 0,
  most: 100,
  ...more,
});
const choices = (...values: string[]): Partial<OrderField> => ({
  kind: "choice",
  default: "staff",
  choices: ["staff", ...values].map((value) => ({ value, title: value })),
});
const POSTURE = field("posture", { ...choices("attack", "hold"), group: "North" });
const TAKE = field("take", { kind: "spaces", default: [], most: 2, group: "North" });
const ODDS = field("odds", { ...choices("1-1", "2-1", "3-1", "4-1", "5-1"), group: "North" });
const RESERVE = field("reserve", { most: 3, group: "North", advanced: true });
const BUY = field("buy", { ...choices("a", "b", "c", "a long title", "another") });

describe("the rows of a sheet", () => {
  test("are the groups in their order, and what is about everything last", () => {
    const rows = rowsOf([BUY, POSTURE, TAKE, ODDS, RESERVE]);
    expect(rows.map(({ title }) => title)).toEqual(["North", ""]);
    expect(rows[0]!.lead?.name).toBe("posture");
    expect(rows[0]!.fields.map(({ name }) => name)).toEqual(["take", "odds"]);
    expect(rows[0]!.more.map(({ name }) => name)).toEqual(["reserve"]);
    expect(rows[1]!.lead).toBeNull();
  });

  test("have a control that fits each field", () => {
    expect([POSTURE, TAKE, ODDS, RESERVE, BUY].map(controlOf)).toEqual([
      "segments",
      "places",
      "stepper",
      "stepper",
      "list",
    ]);
    expect(controlOf(field("note", { kind: "text", default: "" }))).toBe("text");
    expect(controlOf(field("may", { kind: "flag", default: false }))).toBe("tick");
  });
});

describe("a field", () => {
  test("that is left to the staff is not among the orders", () => {
    const orders = withValue({ odds: "3-1" }, TAKE, ["a"]);
    expect(orders).toEqual({ odds: "3-1", take: ["a"] });
    expect(withValue(orders, TAKE, [])).toEqual({ odds: "3-1" });
    expect(isStaffs(TAKE, orders)).toBe(false);
    expect(valueOf(TAKE, {})).toEqual([]);
  });

  test("is changed where it differs from the last turn", () => {
    const before = { take: ["a"], odds: "2-1" };
    expect(changed([TAKE, ODDS, POSTURE], { take: ["a"], odds: "3-1" }, before).map(({ name }) => name)).toEqual([
      "odds",
    ]);
    expect(changed([TAKE], {}, before)).toHaveLength(1);
  });

  test("steps in tens over a wide range, and within its range", () => {
    const wide = field("least");
    expect([stepped(wide, 0, 1), stepped(wide, 55, 1), stepped(wide, 55, -1), stepped(wide, 100, 1)]).toEqual([
      10, 60, 50, 100,
    ]);
    expect([stepped(RESERVE, 0, 1), stepped(RESERVE, 3, 1), stepped(RESERVE, 0, -1)]).toEqual([1, 3, 0]);
    const from = field("from", { least: 1, most: 6, default: 0 });
    expect([stepped(from, 0, 1), stepped(from, 1, -1)]).toEqual([1, 0]);
    expect([stepped(ODDS, "staff", 1), stepped(ODDS, "5-1", 1), stepped(ODDS, "1-1", -1)]).toEqual([
      "1-1",
      "5-1",
      "staff",
    ]);
  });

  test("takes a typed number within its range, and nothing else", () => {
    expect([typed(RESERVE, "9"), typed(RESERVE, "-1"), typed(RESERVE, ""), typed(RESERVE, "two")]).toEqual([
      3,
      0,
      0,
      null,
    ]);
    expect(typed({ ...RESERVE, unit: "%" }, "2%")).toBe(2);
  });

  test("is said in words", () => {
    expect(saidOf(TAKE, { take: ["a", "b"] }, (space) => space.toUpperCase())).toBe("A, B");
    expect(saidOf(ODDS, { odds: "3-1" }, String)).toBe("3-1");
    expect(saidOf({ ...RESERVE, unit: "%" }, { reserve: 2 }, String)).toBe("2%");
  });
});

describe("places", () => {
  const model = new BoardModel(scene());

  test("are found by their id, label or name", () => {
    const named = {
      ...model,
      known: new Map([["0507", { id: "0507", label: "0507", name: "Minsk" }]]),
      at: () => null,
    };
    expect([spaceOf(named, " minsk "), spaceOf(named, "0507"), spaceOf(named, "Kiev")]).toEqual(["0507", "0507", null]);
  });

  test("between two ends are those that the line crosses", () => {
    expect(between(model, "a", "c")).toEqual(["a", "b", "c"]);
    expect(between(model, "nowhere", "c")).toEqual(["c"]);
    expect(traced(model, ["c", "a", "c"])).toEqual(["c", "b", "a"]);
  });

  test("are taken off by a second click, and no more are added than the field takes", () => {
    expect(toggled(TAKE, ["a", "b"], "a")).toEqual(["b"]);
    expect(toggled(TAKE, ["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(TAKE, ["a", "b"], "c")).toBeNull();
  });
});

describe("on the map", () => {
  const LINE = field("line", { kind: "line", default: [] });
  const STAND = field("stand", { kind: "stand", default: [] });
  const orders = { take: ["a", "b"], line: ["a", "b", "c"], stand: ["c"] };

  test("the first space to take has a full ring, later ones a dashed one", () => {
    expect(ringsOf([TAKE, LINE, STAND], orders).map(({ space, kind, number }) => [space, kind, number])).toEqual([
      ["a", "now", 1],
      ["b", "later", 2],
      ["c", "stand", 0],
    ]);
    expect(linesOf([TAKE, LINE], orders)).toEqual([["a", "b", "c"]]);
  });

  test("spaces to give up have rings of their own, without a number", () => {
    const leave = field("leave", { kind: "leave", default: [] });
    const kinds = ringsOf([leave], { leave: ["a", "b"] }).map(({ kind, number }) => [kind, number]);
    expect([controlOf(leave), kinds]).toEqual([
      "places",
      [
        ["leave", 0],
        ["leave", 0],
      ],
    ]);
  });

  test("each space that is fought over has one frame", () => {
    const battles = [
      { title: "one", spaces: ["a"], own: 6, enemy: 2, odds: "3-1", chance: "" },
      { title: "two", spaces: ["a", "b"], own: 2, enemy: 2, odds: "1-1", chance: "" },
    ];
    expect(foughtOver({ battles } as Forecast)).toEqual([
      { space: "a", odds: "3-1", main: true },
      { space: "b", odds: "1-1", main: true },
    ]);
    expect(foughtOver(null)).toEqual([]);
  });
});

describe("a forecast", () => {
  const now: Forecast = {
    sentence: "The North holds.",
    arrows: [],
    battles: [],
    chances: [
      { label: "Minsk", exact: false, share: 0.61, low: 0.56, high: 0.66 },
      { label: "Lvov", exact: true, share: 1, low: 1, high: 1 },
    ],
    costs: [{ label: "Corps", mean: 4.2, low: 2, high: 6.5 }],
    plays: 200,
    of: 400,
    objections: [],
  };

  test("says what is exact, and the interval of the rest", () => {
    expect(now.chances.map(chanceSaid)).toEqual(["61% (56 to 66)", "certain"]);
    expect(chanceSaid({ label: "", exact: true, share: 0, low: 0, high: 0 })).toBe("never");
    expect(costSaid(now.costs[0]!)).toBe("4.2 (2 to 6.5)");
  });

  test("draws chances on a whole, and costs on one scale", () => {
    expect(chanceBar(now.chances[0]!)).toEqual({ filled: 0.61, low: 0.56, high: 0.66 });
    const [bar] = costBars(now.costs);
    expect([bar!.filled, bar!.low, bar!.high].map((part) => Math.round(100 * part))).toEqual([50, 24, 77]);
    expect(costBars([{ label: "", mean: 0, low: 0, high: 0 }])).toEqual([{ filled: 0, low: 0, high: 0 }]);
  });

  test("is read aloud with what has changed", () => {
    const before = { ...now, costs: [{ ...now.costs[0]!, mean: 3.1 }] };
    expect(aloud(now, before)).toBe("The North holds. Corps: 4.2, before 3.1.");
    expect(aloud(now, null)).toBe("The North holds. Minsk: 61% (56 to 66). Lvov: certain. Corps: 4.2.");
  });
});

describe("the rows of a sheet on the map", () => {
  const square = (x: number): [number, number][] => [
    [x, 0],
    [x + 10, 0],
    [x + 10, 10],
    [x, 10],
  ];
  const parts = [
    { title: "West", own: 1, enemy: 2, spaces: ["a", "b"] },
    { title: "East", own: 1, enemy: 2, spaces: ["c"] },
  ];
  const at: Record<string, number> = { a: 0, b: 10, c: 20 };

  test("meet at the edge between their spaces", () => {
    expect(borders(parts, (space) => square(at[space]!))).toEqual([
      [
        [20, 10],
        [20, 0],
      ],
    ]);
  });
  test("have their titles where they can be seen", () => {
    const strip = { left: 0, right: 18, top: 0, bottom: 10 };
    expect(titlesIn(parts, (space) => [at[space]! + 5, 5], strip)).toEqual([{ title: "West", at: [9, 5] }]);
    const column = (space: string): Point => [9, { a: 2, b: 8, c: 20 }[space]!];
    expect(titlesIn(parts, column, strip, [[9, 4]], [3, 3])).toEqual([{ title: "West", at: [9, 8] }]);
  });
});

test("the sentences of a report after its heading are numbered on the map", () => {
  const sentences = [
    { text: "Heading", spaces: ["x"] },
    { text: "No place", spaces: [] },
    { text: "Danger", spaces: ["y", "z"], threat: true },
  ];
  expect(numbered({ heading: "", sentences, orders: [] })).toEqual([{ space: "y", number: 2, threat: true }]);
  expect(numbered(null)).toEqual([]);
});
