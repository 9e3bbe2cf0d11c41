import { describe, expect, test, vi } from "vitest";
import { ways } from "../src/board/layers/ways";
import { priced } from "../src/choose/choice";
import { Choosing } from "../src/choose/choosing.svelte";
import { decision } from "./forms";

function asked(verbs: string[], actions: string[]): Choosing {
  const choosing = new Choosing();
  choosing.ask(decision(verbs, actions));
  return choosing;
}
const MOVES = ["move red-1 b", "move red-1 c", "move red-2 c", "end"];

describe("a unit, then where to", () => {
  test("units with a choice are offered first, their goals once one is chosen", () => {
    const choosing = asked(["move", "end!"], MOVES);
    expect([...choosing.pieces]).toEqual(["red-1", "red-2"]);
    expect([...choosing.spaces]).toEqual([]);
    expect(choosing.clickPiece("red-1")).toEqual({ kind: "chosen" });
    expect([...choosing.spaces]).toEqual(["b", "c"]);
    expect(choosing.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "move red-1 b" } });
  });

  test("a second click on the unit lays it down", () => {
    const choosing = asked(["move", "end!"], MOVES);
    choosing.clickPiece("red-1");
    choosing.clickPiece("red-1");
    expect(choosing.stack.piece).toBeNull();
  });

  test("where one unit alone may go it is chosen at once, though there is one goal only", () => {
    const choosing = asked(["follow", "stay!"], ["follow red-1 b", "stay"]);
    expect([choosing.stack.piece, ...choosing.spaces]).toEqual(["red-1", "b"]);
    choosing.clickPiece("red-1");
    expect(choosing.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "follow red-1 b" } });
  });

  test("a goal is marked where the unit has to stop, not where there is something else to know", () => {
    const choosing = asked(["move", "end!"], MOVES);
    choosing.clickPiece("red-1");
    const row = (space: string, more: object) => ({
      text: `move red-1 ${space}`,
      verb: "move",
      label: "",
      space,
      ...more,
    });
    choosing.lead(["red-1"], [], [row("b", { note: "of 5" }), row("c", { note: "of 5, in a zone", stops: true })]);
    expect([...ways(choosing).values()].map(({ space, stops }) => [space, stops])).toEqual([
      ["b", false],
      ["c", true],
    ]);
  });

  test("a goal that is not its own is answered with why", () => {
    const choosing = asked(["move", "end!"], MOVES);
    choosing.clickPiece("red-2");
    expect(choosing.clickSpace("b")).toEqual({ kind: "closed" });
  });

  test("a unit without a choice is answered with why", () => {
    expect(asked(["move"], MOVES).clickPiece("blue-1")).toEqual({ kind: "closed" });
  });

  test("a goal clicked before a unit asks which unit", () => {
    const choosing = asked(["move", "end!"], MOVES);
    const click = choosing.clickSpace("c");
    expect(click).toMatchObject({ kind: "ask", actions: [{ text: "move red-1 c" }, { text: "move red-2 c" }] });
    expect(choosing.asked).toMatchObject({ space: "c" });
  });

  test("a unit with one thing to do, and no goal to it, does it", () => {
    expect(asked(["rest", "end!"], ["rest red-1", "rest red-2", "end"]).clickPiece("red-1")).toMatchObject({
      kind: "play",
      action: { text: "rest red-1" },
    });
  });

  test("beside units, the targets of the only verb without a unit are bright, and a click strikes", () => {
    const choosing = asked(["move", "strike"], ["move red-1 b", "move red-2 b", "strike c"]);
    expect([[...choosing.pieces], [...choosing.spaces]]).toEqual([["red-1", "red-2"], ["c"]]);
    expect(choosing.clickSpace("c")).toMatchObject({ kind: "play", action: { text: "strike c" } });
    expect(asked(["move", "strike", "dig"], ["move red-1 b", "strike c", "dig d"]).spaces.size).toBe(0);
  });

  test("a click on a target begins with all who may strike it, one on a unit with that unit alone", () => {
    const verbs = ["attack", "assault", "cease!"];
    const choosing = asked(verbs, [
      "attack red-1 b",
      "attack red-2 b",
      "attack red-2 c",
      "assault b",
      "assault c",
      "cease",
    ]);
    expect([...choosing.spaces]).toEqual(["b", "c"]);
    expect(choosing.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "assault b" } });
    choosing.clickPiece("red-2");
    expect(choosing.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "attack red-2 b" } });
  });

  test("where every unit has one thing to do, pointing at it does it, whatever verbs are open", () => {
    const choosing = asked(["target", "attack", "declare!"], ["target blue-1", "attack red-1", "declare"]);
    expect(choosing.meant).toBeNull();
    expect(choosing.pointing.get("blue-1")?.text).toBe("target blue-1");
    expect(choosing.clickPiece("red-1")).toMatchObject({ kind: "play", action: { text: "attack red-1" } });
    const other = asked(["dig", "move"], ["dig red-1", "move red-1 b"]);
    expect(other.pointing.size).toBe(0);
    expect(other.clickPiece("red-1")).toEqual({ kind: "chosen" });
  });

  test("where units join in one space and leave it again, a click on a unit does either", () => {
    const joining = asked(["attack", "assault", "leave"], ["attack red-1 b", "leave red-2", "assault b"]);
    expect(joining.clickPiece("red-1")).toMatchObject({ kind: "play", action: { text: "attack red-1 b" } });
    expect(joining.clickPiece("red-2")).toMatchObject({ kind: "play", action: { text: "leave red-2" } });
    const fresh = asked(["attack"], ["attack red-1 b", "attack red-2 b"]);
    expect(fresh.pointing.size).toBe(0);
  });

  test("a stack that may do one thing where it stands is asked about it", () => {
    const choosing = asked(["fire", "move"], ["fire red-1", "move red-1 b", "fire red-2", "move red-2 b"]);
    choosing.clickPiece("red-1");
    choosing.together("red-2");
    choosing.lead(
      ["red-1", "red-2"],
      [],
      [{ text: "fire red-2", actions: ["fire red-1", "fire red-2"], verb: "fire", label: "Both fire" }],
    );
    expect(choosing.asked).toMatchObject({ piece: "red-1", actions: [{ actions: ["fire red-1", "fire red-2"] }] });
  });
});

describe("verbs", () => {
  test("a verb that needs no more is played", () => {
    expect(asked(["move", "end!"], MOVES).chooseVerb("end")).toMatchObject({ kind: "play", action: { text: "end" } });
  });

  test("a pressed verb narrows what may be pointed at; pressed again it is laid down", () => {
    const choosing = asked(["move", "attack", "end!"], ["move red-1 b", "attack red-2 c", "end"]);
    expect(choosing.chooseVerb("attack")).toEqual({ kind: "chosen" });
    expect([...choosing.pieces]).toEqual(["red-2"]);
    choosing.chooseVerb("attack");
    expect([...choosing.pieces]).toEqual(["red-1", "red-2"]);
  });

  test("a closed verb is answered with why", () => {
    expect(asked(["move", "attack"], ["move red-1 b"]).chooseVerb("attack")).toEqual({ kind: "closed" });
  });

  test("what ends the step or is grave is never meant by a click on the map", () => {
    expect(asked(["move", "end!", "yield!!"], ["move red-1 b", "end", "yield"]).meant).toBe("move");
  });

  test("where only spaces are asked for, those of the verb with the fewest light up", () => {
    const choosing = asked(["supply", "drop"], ["supply a", "supply b", "supply c", "drop a"]);
    expect(choosing.meant).toBe("drop");
    expect([...choosing.spaces]).toEqual(["a"]);
  });

  test("a purchase beside the question lights nothing, and is not made, until its verb is pressed", () => {
    const both = asked(["strike", "buy?", "end!"], ["strike a", "buy a", "buy b", "end"]);
    expect([both.meant, ...both.spaces]).toEqual(["strike", "a"]);
    expect(both.clickSpace("a")).toMatchObject({ kind: "play", action: { text: "strike a" } });
    const choosing = asked(["buy?", "end!"], ["buy a", "buy b", "end"]);
    expect([choosing.meant, ...choosing.spaces]).toEqual([null]);
    expect(choosing.clickSpace("a")).toMatchObject({ kind: "ask", actions: [{ text: "buy a" }] });
    choosing.chooseVerb("buy");
    expect([...choosing.spaces]).toEqual(["a", "b"]);
    expect(choosing.clickSpace("a")).toMatchObject({ kind: "play", action: { text: "buy a" } });
    choosing.ask(decision(["buy?", "end!"], ["buy b", "end"]));
    expect(choosing.verb).toBeNull();
  });

  test("a space on which two verbs are open asks which", () => {
    const choosing = asked(["burn", "build", "move"], ["burn a", "build a", "move red-1 b"]);
    expect(choosing.clickSpace("a")).toMatchObject({ kind: "ask", actions: [{ verb: "burn" }, { verb: "build" }] });
  });
});

describe("going back, and the next question", () => {
  test("Escape takes back the last click first: the list, the unit, then the verb", () => {
    const choosing = asked(["move", "attack"], ["move red-1 b", "attack red-1 b", "attack red-2 b"]);
    choosing.chooseVerb("attack");
    choosing.clickPiece("red-1");
    choosing.asked = { actions: [] };
    expect([choosing.clear(), choosing.asked]).toEqual([true, null]);
    expect([choosing.clear(), choosing.stack.piece]).toEqual([true, null]);
    expect([choosing.clear(), choosing.verb]).toEqual([true, null]);
    expect(choosing.clear()).toBe(false);
  });

  test("a pressed verb stays for the next question of the same kind, and only while it is open", () => {
    const choosing = asked(["move", "attack"], ["move red-1 b", "attack red-1 b"]);
    choosing.chooseVerb("attack");
    choosing.ask(decision(["move", "attack"], ["move red-1 b", "attack red-2 b"]));
    expect(choosing.verb).toBe("attack");
    choosing.ask(decision(["move", "attack"], ["move red-1 b"]));
    expect(choosing.verb).toBeNull();
    choosing.chooseVerb("move");
    choosing.ask(decision(["move"], ["move red-1 b"], { box: "retreat" }));
    expect(choosing.verb).toBeNull();
  });
});

describe("several named at once", () => {
  const ACTIONS = ["starve red-1", "starve red-2", "starve blue-1", "rest"];
  const several = (): Choosing => {
    const question = decision(["starve", "rest"], ACTIONS);
    question.verbs = question.verbs.map((verb) => (verb.verb === "starve" ? { ...verb, several: 2 } : verb));
    const choosing = new Choosing();
    choosing.ask(question);
    return choosing;
  };

  test("units are named one after the other, or no longer, and confirmed as one", () => {
    const choosing = several();
    expect(choosing.picked.verb?.verb).toBe("starve");
    choosing.picked.toggle();
    expect(choosing.picked.named).toBeNull();
    expect(["red-1", "blue-1", "red-2", "blue-1", "nobody"].map((piece) => choosing.picked.pick(piece))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(choosing.picked.named?.actions).toEqual(["starve red-1", "starve red-2"]);
    expect([choosing.clear(), choosing.picked.units]).toEqual([true, null]);
  });

  test("where one alone may be named there is nothing to pick", () => {
    const choosing = asked(["starve", "rest"], ACTIONS);
    choosing.picked.toggle();
    expect([choosing.picked.units, choosing.picked.pick("red-1")]).toEqual([null, false]);
  });
});

describe("a click that was meant for the question before", () => {
  const loses = (prompt: string, box = "loss") =>
    decision(["lose", "stop!"], ["lose red-1", "lose red-2", "stop"], { box, prompt });

  test("counts no longer for a moment: with another box, another seat, another question", () => {
    vi.useFakeTimers();
    const choosing = new Choosing();
    choosing.ask(loses("Which?"));
    expect(choosing.deaf).toBe(false);
    choosing.ask(loses("Which?"));
    expect(choosing.deaf).toBe(false);
    for (const next of [
      loses("Which next?"),
      loses("Which next?", "retreat"),
      { ...loses("Which next?"), seat: "blue" },
    ]) {
      choosing.ask(next);
      expect(choosing.deaf).toBe(true);
      vi.advanceTimersByTime(299);
      expect(choosing.deaf).toBe(true);
      vi.advanceTimersByTime(1);
      expect(choosing.deaf).toBe(false);
    }
    vi.useRealTimers();
  });
});

describe("which declared battle is next", () => {
  const targets = [...Array(8).keys()].map((n) => [`blue-${n}`, `blue-${n}${n}`]);
  const fights = (count: number): string[] =>
    targets.slice(0, count).flatMap((row) => row.map((unit) => `fight ${unit}`));
  const choosing = (count: number, ...more: string[]): Choosing => {
    const found = asked(["fight", "stop!", "bomb"], [...fights(count), ...more]);
    found.battles = targets.slice(0, count);
    return found;
  };

  test("each battle is one choice, whatever their number", () => {
    for (const count of [2, 8])
      expect(choosing(count).next.map(({ piece }) => piece)).toEqual(targets.slice(0, count).map(([first]) => first));
  });

  test("only a few of them are cards", () => {
    expect(choosing(2).cards).toHaveLength(2);
    expect(choosing(8).cards).toEqual([]);
  });

  test("a question about something else, too, is not only about them", () => {
    expect(choosing(2, "bomb x").next).toEqual([]);
  });
});

test("equal cards are one choice for each event", () => {
  const plays = [1, 2, 3].flatMap((card) => ["general", "tactical"].map((event) => ({ card, event })));
  const found = asked(["play", "pass!"], ["pass"]);
  found.ask({
    ...decision(["play", "pass!"], ["pass"]),
    actions: plays.map(({ card, event }) => ({
      text: `play ${card} ${event}`,
      verb: "play",
      label: "",
      card,
      nouns: [
        { kind: "card", id: `${card}` },
        { kind: "event", id: event },
      ],
    })),
    verbs: decision(["play"], ["play x"]).verbs,
  });
  found.alike = new Map([
    [1, 1],
    [2, 1],
    [3, 3],
  ]);
  expect(found.cards.map(({ text }) => text)).toEqual([
    "play 1 general",
    "play 1 tactical",
    "play 3 general",
    "play 3 tactical",
  ]);
});

test("a cost is told with its note", () => {
  expect(priced({ cost: "3", note: "of 4, must stop" })).toBe("3 of 4, must stop");
  expect(priced({ cost: "5 points", note: "the last one" })).toBe("5 points · the last one");
  expect(priced({ cost: "2" })).toBe("2");
});
