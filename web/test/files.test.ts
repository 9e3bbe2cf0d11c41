import { describe, expect, it } from "vitest";
import type { OwnBox, Workshop } from "../src/protocol";
import { Draft } from "../src/workshop/draft.svelte";
import { opened, oursOf, writtenFile } from "../src/workshop/files";
import { readToml } from "../src/workshop/toml";

const WORKSHOP: Workshop = {
  hexes: {
    file: "map.toml", written: "rows", numbering: "lettered", shifted: "odd", pitch: 50,
    layers: [{ id: "terrain", title: "Terrain", path: ["rows"], choices: [{ value: ".", title: "Clear" }] }],
  },
  entries: [
    { id: "units", title: "Counters", of: "counters", file: "units.toml", path: ["unit"], key: "id", fields: [] },
  ],
}; // prettier-ignore
const FILES = { "map.toml": 'rows = ["..", ".."]\n', "units.toml": '[[unit]]\nid = "a"\nturn = 1\n' };
const BOX: OwnBox = { workshop: WORKSHOP, files: FILES };
const draftOf = (files: Record<string, string>): Draft =>
  new Draft(BOX, { id: "one", name: "Mine", game: "g", version: 1, sent: true, files, empty: false, done: "", standing: "", updated: "" }); // prettier-ignore

describe("a file of a draft", () => {
  it("reads back as what it was written from, whatever a cell has left in it", () => {
    const values = [1e20, 1e21, -0, 0.1, NaN, Infinity, "a\u0000\u007f\u202e\"\\\n✓", [[1, "x"], []], { "": 1, "a b": [{ c: "" }] }, true]; // prettier-ignore
    for (const value of values) {
      const table = { unit: [{ id: "a", value }], __proto__: null, value };
      expect(writtenFile("units.toml", { ...table }, "Mine")).toContain("# Mine");
      expect(readToml(writtenFile("units.toml", { ...table }, "Mine")).unit).toEqual(table.unit);
    }
  });

  it("is not written where it could not be read", () => {
    for (const value of [undefined, null, ["\ud800"], () => 1])
      expect(() => writtenFile("units.toml", { unit: [{ value }] }, "Mine")).toThrow(/^units\.toml was not saved/);
    expect(() => writtenFile("units.toml", {}, "two\nlines")).toThrow(/^units\.toml/);
  });

  it("that cannot be read, or drawn, is named, and the others are there", () => {
    const ours = oursOf(FILES);
    for (const text of ["turn = 99999999999999999999", "[[[", "unit = 3", 'unit = ["a"]', "a".repeat(800_001)]) {
      const { book, wrong } = opened(WORKSHOP, ours, { "units.toml": text, "map.toml": 'rows = ["."]' });
      expect(Object.keys(wrong)).toEqual(["units.toml"]);
      expect(book).toEqual({ "units.toml": ours["units.toml"], "map.toml": { rows: ["."] } });
    }
    for (const text of ["a = 1", "rows = [1]", `rows = [${'".",'.repeat(201)}]`])
      expect(Object.keys(opened(WORKSHOP, ours, { "map.toml": text }).wrong)).toEqual(["map.toml"]);
  });
});

describe("a draft with a file that cannot be read", () => {
  const broken = "[[unit]]\nturn = 99999999999999999999\n";

  it("opens, keeps the file as it is, and lets the rest be changed", () => {
    const draft = draftOf({ "units.toml": broken });
    expect(Object.keys(draft.now.unread)).toEqual(["units.toml"]);
    draft.change({ ...draft.now.book, "map.toml": { rows: ["x.", ".."] } });
    expect(draft.texts()).toMatchObject({ "units.toml": broken, "map.toml": expect.stringContaining("x.") as string });
    expect(draft.exported()).toContain("99999999999999999999");
    draft.change({ ...draft.now.book, "units.toml": { unit: [] } });
    expect(draft.refused).toMatch(/units\.toml/);
    expect(draft.texts()["units.toml"]).toBe(broken);
  });

  it("has ours in its place when that is wanted, until undo", () => {
    const draft = draftOf({ "units.toml": broken });
    draft.replace("units.toml");
    expect(draft.texts()).toEqual({ "map.toml": FILES["map.toml"] });
    draft.undo();
    expect(draft.texts()).toEqual({ "units.toml": broken });
  });

  it("is not kept as long as what was written could not be read, and undo helps", async () => {
    const draft = draftOf({ "map.toml": FILES["map.toml"] });
    draft.change({ ...draft.now.book, "units.toml": { unit: [{ id: "\ud800" }] } });
    await draft.keep();
    expect(draft.kept).toBe("not");
    expect(draft.problem).toMatch(/^units\.toml was not saved.*Undo/);
    draft.undo();
    expect(draft.texts()).toEqual({ "map.toml": FILES["map.toml"] });
  });
});
