import { expect, test } from "vitest";
import type { ReportDraft } from "../src/protocol";
import { copied, marked, none, own, parts, picture } from "../src/tell/telling";

const titles = { top: "Lead", account: "Account" };
const draft: ReportDraft = {
  story: {
    game: "g",
    title: "G",
    edition: "1",
    headline: "A war",
    lead: [{ text: "It lasted {3|two} turns.", kind: "lead" }],
    sections: [
      {
        id: "t2",
        title: "Turn 2",
        turn: 2,
        ply: 9,
        caption: "The end",
        paragraphs: [
          [{ text: "The {4|reds} won.", others: ["A win of the reds."], kind: "destroyed" }],
          [{ text: "The other battle cost no unit.", kind: "rest" }],
        ],
      },
    ],
    account: [
      { text: "Luck was even.", kind: "luck" },
      { text: "This report leaves out turn 1.", kind: "left out" },
    ],
    spare: [{ id: "t1", title: "Turn 1", turn: 1, ply: 4, paragraphs: [[{ text: "Quiet." }]] }],
  },
  ground: "<g/>",
  maps: { t2: '<svg class="map" viewBox="0 0 9 9"><rect/></svg>' },
  rest: 100,
  edits: {},
  changed: null,
  editable: true,
};

test("a text is split at its marks", () => {
  expect(marked("The {4|reds} won.")).toEqual(["The ", "reds", " won."]);
  expect(marked("No mark.")).toEqual(["No mark."]);
});

test("turns that the writer leaves out can be added, in order", () => {
  const found = parts(draft, none(), titles);
  expect(found.map(({ id, isIn }) => [id, isIn])).toEqual([
    ["top", true],
    ["t1", false],
    ["t2", true],
    ["account", true],
  ]);
  const more = parts(draft, { ...none(), added: ["t1"] }, titles);
  expect(more.find(({ id }) => id === "t1")!.isIn).toBe(true);
  expect(more.at(-1)!.paragraphs[0]!.text).toBe("Luck was even."); // no longer "leaves out turn 1"
});

test("a paragraph is put into other words, and counts none when it is left out", () => {
  const texts = (edits: object): string[] =>
    parts(draft, { ...none(), ...edits }, titles)
      .find(({ id }) => id === "t2")!
      .paragraphs.filter(({ out }) => !out)
      .map(({ text }) => text);
  expect(texts({ words: { "t2.0": 1 } })[0]).toBe("A win of the reds.");
  expect(texts({ words: { "t2.0": 2 } })[0]).toBe("The {4|reds} won.");
  expect(texts({ without: ["t2.0"] })).toEqual([]); // "the other battle" would be none of these
  const first = texts({})[0];
  expect(texts({ without: ["t2.0"], of: { "t2.0": "of another" } })[0]).toBe(first);
  expect(texts({ words: { "t2.0": 1 }, of: { "t2.0": "of another" } })[0]).toBe(first);
});

test("a map is a picture with the ground that all maps share", () => {
  const [part] = parts(draft, none(), titles).filter(({ id }) => id === "t2");
  const drawn = decodeURIComponent(picture(draft.ground, part!.map));
  expect(drawn).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(drawn).toContain("><defs><g/></defs><rect/></svg>");
  expect(parts(draft, { ...none(), maps: false }, titles).every(({ map }) => map === "")).toBe(true);
});

test("the text alone has own words, and none of the sections that are out", () => {
  const edits = { ...none(), before: { t2: " I went. ", t1: "Not there." }, out: ["account"] };
  const list = parts(draft, edits, titles);
  expect(own(list, edits)).toEqual(["I went."]);
  const text = copied("A war", list, edits);
  expect(text).toContain("I went.");
  expect(text).not.toMatch(/Not there|Luck|\{/);
});
