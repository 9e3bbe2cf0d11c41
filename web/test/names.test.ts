import { describe, expect, test } from "vitest";
import type { GameOption, MatchCard } from "../src/protocol";
import { keep } from "../src/seats/keys";
import { botsOf, isOwn, moveOf, setUpWords, spoken } from "../src/start/names";
import { game, match } from "./forms";

const option = (name: string, usual: unknown): GameOption => ({
  name,
  type: "bool",
  default: usual,
  choices: [],
  doc: "",
  title: name,
  group: "",
  labels: [],
  clauses: [],
});

test("a name of the program is read as words", () => {
  expect(spoken("stay-put_here")).toBe("Stay put here");
});

test("a game's own bots come before the one that plays at random, with what is said of them", () => {
  expect(botsOf(game())).toEqual([
    { id: "stay-put", title: "Stay put", doc: "Stays where it is.", strength: "not rated yet" },
    { id: "random", title: "Random", doc: "", strength: "not rated yet" },
  ]);
  expect(botsOf(null)).toEqual([]);
});

describe("what tells a match from the usual one", () => {
  const presets = [
    { name: "first", title: "First game", doc: "", edition: "second", options: {}, hints: false },
    { name: "all", title: "Everything", doc: "", edition: "second", options: { fog: true }, hints: false },
  ];
  const tiny = game({ options: [option("fog", false), option("snow", false)], presets });

  test("nothing is said of the usual one", () => {
    expect(setUpWords(match(), tiny)).toEqual([]);
  });

  test("another preset is named, and its options are not counted again", () => {
    expect(setUpWords(match({ options: { fog: true } }), tiny)).toEqual(["Everything"]);
  });

  test("changed options are counted, edition and dice are named", () => {
    expect(setUpWords(match({ options: { snow: true } }), tiny)).toEqual(["1 option changed"]);
    const other = match({ edition: "first", options: { snow: true, fog: true }, dice: "hand" });
    expect(setUpWords(other, tiny)).toEqual(["edition first", "2 options changed", "own dice and cards"]);
  });

  test("of a game that is not installed any more nothing is said", () => {
    expect(setUpWords(match({ dice: "hand" }), undefined)).toEqual([]);
  });
});

test("a held game is one's own with a key of it", () => {
  const theirs = match({ id: "theirs", held: true });
  expect([isOwn(match()), isOwn(theirs)]).toEqual([true, false]);
  keep("theirs", { key: "k" });
  expect(isOwn(theirs)).toBe(true);
});

test("the list says whose move it is, to whoever holds the seat that it is theirs", () => {
  const said = (more: Partial<MatchCard>) => moveOf(match({ id: "held", held: true, ...more })).text;
  expect(moveOf(match())).toEqual({ mine: true, text: "Your move" });
  expect(said({ to_move: "red" })).toBe("Red to move");
  expect(said({})).toBe("Private game");
  expect(moveOf(match({ bots: true, to_move: "red" }))).toEqual({ mine: false, text: "Bots playing" });
  expect(moveOf(match({ bots: true, to_move: "chance" }))).toEqual({ mine: true, text: "Your move" });
  expect(moveOf(match({ away: ["red"], to_move: "red" }))).toEqual({ mine: false, text: "Red to move, by mail" });
  expect(moveOf(match({ thinks: true, to_move: "red" }))).toEqual({ mine: false, text: "Red to move" });
  const nobody = match({ bots: true, away: ["red"], to_move: "blue" });
  expect(moveOf(nobody)).toEqual({ mine: false, text: "Bots playing" });
  expect(moveOf({ ...nobody, to_move: "red" })).toEqual({ mine: false, text: "Red to move, by mail" });
  keep("held", { key: "k" });
  expect(said({ to_move: "red" })).toBe("Private game: you have a seat");
  keep("held", { key: "k", seat: "red" });
  expect(said({ to_move: "red" })).toBe("Your move");
  expect(said({ to_move: "chance" })).toBe("Your move");
  expect(said({ to_move: "blue" })).toBe("Blue to move");
  expect(said({ to_move: "", over: true })).toBe("Finished");
});
