import { describe, expect, it } from "vitest";
import type { Clause } from "../src/protocol";
import { folded, Lookup } from "../src/side/rules/lookup";
import cases from "./folded.json";

const clause = (id: string, text: string): Clause => ({
  id,
  text,
  section: "",
  ruling: "",
  edition: "both",
  optional: "",
  grade: "",
  where: "",
  options: [],
  cited: [],
});

describe("the search of the rules", () => {
  it.each(Object.entries(cases))("folds %s as the server does", (text, wanted) => {
    expect(folded(text)).toBe(wanted);
  });

  const clauses = [
    clause("A-ZOC-01", "Every unit controls the six hexes around it."),
    clause("A-LOSS-01", "A loss removes an armored unit. A soak-off is an attack."),
  ];
  const terms = [
    { words: ["ZOC", "zone of control"], clauses: ["A-ZOC-01"], none: "" },
    { words: ["overrun"], clauses: [], none: "This game has no overruns." },
  ];
  const lookup = new Lookup(clauses, terms);
  const ids = (query: string): string[] => lookup.find(query).clauses.map(({ id }) => id);

  it("finds every clause for an empty query", () => expect(ids(" ")).toEqual(["A-ZOC-01", "A-LOSS-01"]));
  it("knows a player's words", () => expect(ids("Zones-of-control")).toEqual(["A-ZOC-01"]));
  it("narrows a term by further words", () => expect(ids("zoc six")).toEqual(["A-ZOC-01"]));
  it("knows both spellings", () => expect(ids("armoured")).toEqual(["A-LOSS-01"]));
  it("finds a word that is written as two", () => expect(ids("soakoff")).toEqual(["A-LOSS-01"]));
  it("takes a short word whole", () => expect(ids("los")).toEqual([]));
  it("says what the game has not", () =>
    expect(lookup.find("Over-run")).toEqual({ clauses: [], none: ["This game has no overruns."] }));
});
