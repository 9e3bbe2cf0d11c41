import { describe, expect, it } from "vitest";
import type { Entries, Field } from "../src/protocol";
import { inside, type Table } from "../src/workshop/book";
import { readField } from "../src/workshop/entries/cell";
import { guess, linesOf, MOST_LINES, rowsOf, type Line } from "../src/workshop/entries/paste";

const field = (name: string, kind: Field["kind"], more: Partial<Field> = {}): Field => ({ name, title: name, kind, ...more }); // prettier-ignore
const SIDES = [
  { value: "axis", title: "Axis" },
  { value: "soviet", title: "Soviet" },
];
const KINDS = ["tank", "motorised", "infantry"].map((value) => ({ value, title: value }));
const UNITS: Entries = {
  id: "units",
  title: "Counters",
  of: "counters",
  file: "units.toml",
  path: ["unit"],
  key: "id",
  fields: [
    field("id", "id", { must: true }),
    field("name", "text", { title: "Name", must: true }),
    field("side", "choice", { title: "Side", choices: SIDES }),
    field("type", "choice", { title: "Type", choices: KINDS, must: true }),
    field("front", "pair", { title: "Front", must: true, high: 10 }),
    field("back", "pair", { title: "Back", high: 10 }),
    field("start", "hex", { title: "Starts" }),
    field("turn", "number", { title: "Arrives in turn", high: 8 }),
    field("card", "flag", { title: "Comes by a card" }),
    field("r", "flag", { title: "Letter R" }),
    field("event.roll", "number", { title: "Roll", high: 6 }),
  ],
  look: { symbol: "type", figures: ["front"] },
};
const FIGURES: Entries = {
  ...UNITS,
  fields: [
    ...UNITS.fields.filter(({ kind }) => kind !== "pair"),
    ...["attack", "defense", "movement"].map((name) => field(name, "number", { high: 20, must: true })),
  ],
  look: { symbol: "type", figures: ["attack", "defense", "movement"] },
};
const HEXES = new Set(["0914", "2124"]);

const read = (text: string, list = UNITS, before: Table[] = [], headed?: boolean): Line[] => {
  const rows = rowsOf(text);
  const { meanings, headed: heading } = guess(list, rows, HEXES, headed);
  return linesOf(list, rows, heading, meanings, before, HEXES);
};
const troubles = (lines: Line[]): string[] =>
  lines.flatMap((line) => line.troubles.map(({ row, title, text }) => `${row} ${title}: ${text}`));

describe("a cell", () => {
  const flag = field("r", "flag", { title: "Letter R" });
  const number = field("turn", "number", { high: 8 });
  const signed = field("random", "number", { low: -10, high: 10 });
  const pair = field("front", "pair", { high: 10 });
  const name = field("name", "text");
  const value = (of: Field, text: string): unknown => {
    const found = readField(of, text, HEXES);
    return "value" in found ? found.value : null;
  };

  it("is yes or no in any language, ticked or not, and nothing else", () => {
    for (const text of ["WAHR", "VRAI", "TRUE", "verdadero", "ИСТИНА", "真", "✓", "☑", "x", "X", "1", "１", "R", "\u200ftrue"])
      expect(value(flag, text), text).toBe(true); // prettier-ignore
    for (const text of ["FALSCH", "FAUX", "false", "ложь", "☐", "0", "-", "–", "no"])
      expect(value(flag, text), text).toBe(false);
    for (const text of ["maybe", "vielleicht", "2", "✗", "?", "xx", "o"]) expect(value(flag, text), text).toBeNull();
  });

  it("is a whole number within bounds, however its digits and signs look", () => {
    const said: [string, number][] = [
      ["3", 3], ["３", 3], ["٣", 3], ["4,0", 4], ["4.00", 4], ["\u00a05\u202f", 5], ["\u00ad6", 6], ["+7", 7], ["08", 8],
    ]; // prettier-ignore
    for (const [text, wanted] of said) expect(value(number, text), text).toBe(wanted);
    for (const text of ["−3", "-3", "–3", "－3"]) expect(value(signed, text), text).toBe(-3);
    const wrong = ["99999999999999999999", "9", "-1", "4,5", "1.000", "1 000", "3²", "②", "½", "1e0", "0x3", "NaN", "3-5", "VIII", "3\u0000"]; // prettier-ignore
    for (const text of wrong) expect(value(number, text), text).toBeNull();
  });

  it("is two numbers, but no date and no fraction", () => {
    for (const text of ["3-5", "3–5", "3 / 5", "3;5", "3, 5", "３－５", "3 5"]) expect(value(pair, text), text).toEqual([3, 5]);
    for (const text of ["05. Mrz", "3-May", "3.5", "3", "3-5-2", "3-11", "44986"]) expect(value(pair, text), text).toBeNull();
  }); // prettier-ignore

  it("is a hex that has lost its first 0", () => {
    const hex = field("start", "hex");
    expect(value(hex, "914")).toBe("0914");
    expect(value(hex, "２１２４")).toBe("2124");
    expect(value(hex, "915")).toBeNull();
  });

  it("is a name without what nobody sees; what would turn it round is named", () => {
    expect(value(name, "\ufeffI\u00ad/93\u00a06P\u200f ")).toBe("I/93 6P");
    expect(value(name, "“Das Reich” ✓")).toBe("“Das Reich” ✓");
    for (const [text, instead] of [["I/93\n6P", "I/93 6P"], ["a\u0000b", "ab"], ["a\u202eb", "ab"], ["a\ud800", "a"]] as const)
      expect(readField(name, text)).toMatchObject({ instead }); // prettier-ignore
    expect(value(name, "x".repeat(81))).toBeNull();
  });
});

describe("what is pasted", () => {
  it("is apart at tabs, semicolons or commas, and a cell in quotes may have several lines", () => {
    expect(rowsOf("a\tb\r\nc\td\r\n")).toEqual([["a", "b"], ["c", "d"]]); // prettier-ignore
    expect(rowsOf("a;b,c\nd;e")).toEqual([["a", "b,c"], ["d", "e"]]); // prettier-ignore
    expect(rowsOf('\ufeffa,"b,c"\n"d ""e""",f')).toEqual([["a", "b,c"], ['d "e"', "f"]]); // prettier-ignore
    expect(rowsOf('"I/93\n6P"\tAxis\nI/92\tAxis')).toEqual([["I/93\n6P", "Axis"], ["I/92", "Axis"]]); // prettier-ignore
    expect(rowsOf('"Das\tAxis\n6" gun\tAxis')).toEqual([['"Das', "Axis"], ['6" gun', "Axis"]]); // prettier-ignore
    expect(rowsOf("\n \n")).toEqual([]);
  });

  it("is read up to a number of lines, columns and letters, however long it is", () => {
    expect(rowsOf(`${"\n".repeat(1e5)}a`)).toEqual([["a"]]);
    expect(rowsOf("a\tb\n".repeat(1e5))).toHaveLength(MOST_LINES + 1);
    expect(rowsOf("a\t".repeat(1e5))[0]).toHaveLength(100);
    expect(rowsOf(`a${" ".repeat(1e5)}b\tc`)[0]!.map(({ length }) => length)).toEqual([1000, 1]);
    expect(troubles(read(`Name\tType\tFront\n${"a".repeat(1e5)}\ttank\t3-5`))).toHaveLength(1);
  });

  it("names each cell that is not understood, and takes nothing else in silence", () => {
    const flags = read("Name\tSide\tType\tFront\tComes by a card\nA\tAxis\ttank\t3-5\tWAHR\nB\tAxis\ttank\t3-5\tmaybe");
    expect(flags.map(({ state, entry }) => [state, entry.card])).toEqual([["ready", true], ["settle", undefined]]); // prettier-ignore
    expect(troubles(flags)).toEqual(["3 Comes by a card: maybe"]);
    const long = read("Name\tType\tFront\tArrives in turn\nA\ttank\t3-5\t99999999999999999999");
    expect(troubles(long)).toEqual(["2 Arrives in turn: 99999999999999999999"]);
    expect(troubles(read('Name\tType\tFront\n"I/93\n6P"\ttank\t3-5\n\ttank\t3-5'))).toEqual(["2 Name: I/93\n6P", "3 Name: "]);
  }); // prettier-ignore

  it("has a heading in another language, and columns that are left out unless they tell what they are", () => {
    const rows = rowsOf("Einheit;Seite;Typ;Vorne;Hinten;Karte\nA;Axis;tank;3-5;2-5;WAHR\nB;Soviet;inf;1-0;1-0;FALSCH");
    const found = guess(UNITS, rows, HEXES);
    expect(found.headed).toBe(true);
    expect(found.meanings.map((one) => (one as Field | null)?.name)).toEqual(
      ["name", "side", "type", "front", "back", undefined]); // prettier-ignore
    expect(guess(UNITS, rowsOf("A\tAxis\ttank\t3-5\nB\tSoviet\talpini\t1-0"), HEXES).headed).toBe(false);
    expect(read("Einheit\nA", UNITS, [], true).map(({ entry }) => entry.name)).toEqual(["A"]);
  });

  it("has figures with dashes, as many as a counter has", () => {
    const lines = read("A\ttank\t4-4-4\nB\ttank\t4-6-4-2\nC\ttank\t4–6–4\nD\ttank\t4-99-4", FIGURES);
    expect(lines.map(({ state }) => state)).toEqual(["ready", "settle", "ready", "settle"]);
    expect(lines[2]!.entry).toMatchObject({ attack: 4, defense: 6, movement: 4 });
  });

  it("becomes whole entries, of which each has an id of its own", () => {
    const lines = read("Name\tType\tFront\tRoll\nA\ttank\t3-5\t2\nA\ttank\t3-5\t3\nB\ttank\t3-5\t4", UNITS, [{ id: "a", name: "Z" }]); // prettier-ignore
    expect(lines.map(({ entry }) => entry.id)).toEqual(["a-2", "a-3", "b"]);
    expect(lines.map(({ entry }) => inside(entry, ["event", "roll"]))).toEqual([2, 3, 4]);
    const own = read("Name\tId\tType\tFront\nA\tx\ttank\t3-5\nB\tx\ttank\t3-5\nC\tNo. 1\ttank\t3-5");
    expect(troubles(own)).toEqual(["3 id (“Id”): x", "4 id (“Id”): No. 1"]);
    const cards: Entries = { ...UNITS, key: "n", fields: [field("n", "number", { high: 25, must: true }), UNITS.fields[1]!] };
    expect(read("A\nB", cards, [{ n: 7, name: "Z" }], false).map(({ entry }) => entry.n)).toEqual([8, 9]);
  }); // prettier-ignore

  it("is read line by line in little time", () => {
    const many = Array.from({ length: MOST_LINES }, (_, n) => `"Unit ${n}\ttank\t3-5`).join("\n");
    expect(read(many).filter(({ state }) => state === "ready")).toHaveLength(MOST_LINES);
  });

  it("can have a quoted cell of any length", () => {
    const long = "a".repeat(12_000_000);
    expect(rowsOf(`A\t"${long}"\tB\nC`)).toEqual([["A", "a".repeat(1000), "B"], ["C"]]);
    expect(rowsOf(`A\t"${long}`)[0]![1]).toBe(`"${"a".repeat(999)}`);
    expect(rowsOf('"a ""b"" c"\t"d"e\t"f\ng"\t"""h"""')).toEqual([['a "b" c', '"d"e', "f\ng", '"h"']]);
  });
});

describe("a text with a maximum length", () => {
  const LABELED: Entries = {
    ...UNITS,
    fields: [
      field("id", "id", { must: true, high: 12 }),
      field("name", "text", { title: "Name", must: true, high: 40 }),
      field("label", "text", { title: "Printed on it", must: true, high: 4 }),
    ],
    look: { label: "label" },
  };

  it("is refused beyond it, in a cell and in a form", () => {
    expect(troubles(read("name\tPrinted on it\n99th Infantry\tinfantry", LABELED))).toEqual([
      "2 Printed on it: infantry",
    ]);
    expect(readField(LABELED.fields[2]!, "infantry")).toEqual({ allowed: "one line of at most 4 visible characters" });
    expect(readField(LABELED.fields[0]!, "ninety-ninth-infantry")).toHaveProperty("allowed");
    expect(readField(LABELED.fields[0]!, "ninety-ninth")).toEqual({ value: "ninety-ninth" });
  });

  it("is the start of the name where the lines do not say it", () => {
    const lines = read("name\n99th Infantry\n100b Panzer", LABELED, [], true);
    expect(lines.map(({ state, entry }) => [state, entry.label])).toEqual([
      ["ready", "99th"],
      ["ready", "100b"],
    ]);
  });
});
