import { describe, expect, test } from "vitest";
import { ways } from "../src/board/layers/ways";
import { Choice } from "../src/choose/choice.svelte";
import { decision } from "./forms";

function asked(verbs: string[], actions: string[]): Choice {
  const choice = new Choice();
  choice.ask(decision(verbs, actions));
  return choice;
}
const MOVES = ["move red-1 b", "move red-1 c", "move red-2 c", "end"];

describe("a unit, then where to", () => {
  test("units with a choice are offered first, their goals once one is chosen", () => {
    const choice = asked(["move", "end!"], MOVES);
    expect([...choice.pieces]).toEqual(["red-1", "red-2"]);
    expect([...choice.spaces]).toEqual([]);
    expect(choice.clickPiece("red-1")).toEqual({ kind: "chosen" });
    expect([...choice.spaces]).toEqual(["b", "c"]);
    expect(choice.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "move red-1 b" } });
  });

  test("a second click on the unit lays it down", () => {
    const choice = asked(["move", "end!"], MOVES);
    choice.clickPiece("red-1");
    choice.clickPiece("red-1");
    expect(choice.piece).toBeNull();
  });

  test("a goal is marked where the unit has to stop, not where there is something else to know", () => {
    const choice = asked(["move", "end!"], MOVES);
    choice.clickPiece("red-1");
    const row = (space: string, more: object) => ({
      actions: [`move red-1 ${space}`],
      verb: "move",
      label: "",
      space,
      ...more,
    });
    choice.lead(["red-1"], [], [row("b", { note: "of 5" }), row("c", { note: "of 5, in a zone", stops: true })]);
    expect([...ways(choice).values()].map(({ space, stops }) => [space, stops])).toEqual([
      ["b", false],
      ["c", true],
    ]);
  });

  test("a goal that is not its own is answered with why", () => {
    const choice = asked(["move", "end!"], MOVES);
    choice.clickPiece("red-2");
    expect(choice.clickSpace("b")).toEqual({ kind: "closed" });
  });

  test("a unit without a choice is answered with why", () => {
    expect(asked(["move"], MOVES).clickPiece("blue-1")).toEqual({ kind: "closed" });
  });

  test("a goal clicked before a unit asks which unit", () => {
    const choice = asked(["move", "end!"], MOVES);
    const click = choice.clickSpace("c");
    expect(click).toMatchObject({ kind: "ask", actions: [{ text: "move red-1 c" }, { text: "move red-2 c" }] });
    expect(choice.asked).toMatchObject({ space: "c" });
  });

  test("a unit with one thing to do, and no goal to it, does it", () => {
    expect(asked(["rest", "end!"], ["rest red-1", "rest red-2", "end"]).clickPiece("red-1")).toMatchObject({
      kind: "play",
      action: { text: "rest red-1" },
    });
  });

  test("beside units, the targets of the only verb without a unit are bright, and a click strikes", () => {
    const choice = asked(["move", "strike"], ["move red-1 b", "move red-2 b", "strike c"]);
    expect([[...choice.pieces], [...choice.spaces]]).toEqual([["red-1", "red-2"], ["c"]]);
    expect(choice.clickSpace("c")).toMatchObject({ kind: "play", action: { text: "strike c" } });
    expect(asked(["move", "strike", "dig"], ["move red-1 b", "strike c", "dig d"]).spaces.size).toBe(0);
  });

  test("a click on a target begins with all who may strike it, one on a unit with that unit alone", () => {
    const verbs = ["attack", "assault", "cease!"];
    const choice = asked(verbs, [
      "attack red-1 b",
      "attack red-2 b",
      "attack red-2 c",
      "assault b",
      "assault c",
      "cease",
    ]);
    expect([...choice.spaces]).toEqual(["b", "c"]);
    expect(choice.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "assault b" } });
    choice.clickPiece("red-2");
    expect(choice.clickSpace("b")).toMatchObject({ kind: "play", action: { text: "attack red-2 b" } });
  });

  test("where every unit has one thing to do, pointing at it does it, whatever verbs are open", () => {
    const choice = asked(["target", "attack", "declare!"], ["target blue-1", "attack red-1", "declare"]);
    expect(choice.meant).toBeNull();
    expect(choice.pointing.get("blue-1")?.text).toBe("target blue-1");
    expect(choice.clickPiece("red-1")).toMatchObject({ kind: "play", action: { text: "attack red-1" } });
    const other = asked(["dig", "move"], ["dig red-1", "move red-1 b"]);
    expect(other.pointing.size).toBe(0);
    expect(other.clickPiece("red-1")).toEqual({ kind: "chosen" });
  });

  test("a stack that may do one thing where it stands is asked about it", () => {
    const choice = asked(["fire", "move"], ["fire red-1", "move red-1 b", "fire red-2", "move red-2 b"]);
    choice.clickPiece("red-1");
    choice.together("red-2");
    choice.lead(["red-1", "red-2"], [], [{ actions: ["fire red-1", "fire red-2"], verb: "fire", label: "Both fire" }]);
    expect(choice.asked).toMatchObject({ piece: "red-1", actions: [{ route: ["fire red-1", "fire red-2"] }] });
  });
});

describe("verbs", () => {
  test("a verb that needs no more is played", () => {
    expect(asked(["move", "end!"], MOVES).chooseVerb("end")).toMatchObject({ kind: "play", action: { text: "end" } });
  });

  test("a pressed verb narrows what may be pointed at; pressed again it is laid down", () => {
    const choice = asked(["move", "attack", "end!"], ["move red-1 b", "attack red-2 c", "end"]);
    expect(choice.chooseVerb("attack")).toEqual({ kind: "chosen" });
    expect([...choice.pieces]).toEqual(["red-2"]);
    choice.chooseVerb("attack");
    expect([...choice.pieces]).toEqual(["red-1", "red-2"]);
  });

  test("a closed verb is answered with why", () => {
    expect(asked(["move", "attack"], ["move red-1 b"]).chooseVerb("attack")).toEqual({ kind: "closed" });
  });

  test("what ends the step or is grave is never meant by a click on the map", () => {
    expect(asked(["move", "end!", "yield!!"], ["move red-1 b", "end", "yield"]).meant).toBe("move");
  });

  test("where only spaces are asked for, those of the verb with the fewest light up", () => {
    const choice = asked(["supply", "drop"], ["supply a", "supply b", "supply c", "drop a"]);
    expect(choice.meant).toBe("drop");
    expect([...choice.spaces]).toEqual(["a"]);
  });

  test("a purchase beside the question lights nothing, and is not made, until its verb is pressed", () => {
    const both = asked(["strike", "buy?", "end!"], ["strike a", "buy a", "buy b", "end"]);
    expect([both.meant, ...both.spaces]).toEqual(["strike", "a"]);
    expect(both.clickSpace("a")).toMatchObject({ kind: "play", action: { text: "strike a" } });
    const choice = asked(["buy?", "end!"], ["buy a", "buy b", "end"]);
    expect([choice.meant, ...choice.spaces]).toEqual([null]);
    expect(choice.clickSpace("a")).toMatchObject({ kind: "ask", actions: [{ text: "buy a" }] });
    choice.chooseVerb("buy");
    expect([...choice.spaces]).toEqual(["a", "b"]);
    expect(choice.clickSpace("a")).toMatchObject({ kind: "play", action: { text: "buy a" } });
    choice.ask(decision(["buy?", "end!"], ["buy b", "end"]));
    expect(choice.verb).toBeNull();
  });

  test("a space on which two verbs are open asks which", () => {
    const choice = asked(["burn", "build", "move"], ["burn a", "build a", "move red-1 b"]);
    expect(choice.clickSpace("a")).toMatchObject({ kind: "ask", actions: [{ verb: "burn" }, { verb: "build" }] });
  });
});

describe("going back, and the next question", () => {
  test("Escape takes back the last click first: the list, the unit, then the verb", () => {
    const choice = asked(["move", "attack"], ["move red-1 b", "attack red-1 b", "attack red-2 b"]);
    choice.chooseVerb("attack");
    choice.clickPiece("red-1");
    choice.asked = { actions: [] };
    expect([choice.clear(), choice.asked]).toEqual([true, null]);
    expect([choice.clear(), choice.piece]).toEqual([true, null]);
    expect([choice.clear(), choice.verb]).toEqual([true, null]);
    expect(choice.clear()).toBe(false);
  });

  test("a pressed verb stays for the next question of the same kind, and only while it is open", () => {
    const choice = asked(["move", "attack"], ["move red-1 b", "attack red-1 b"]);
    choice.chooseVerb("attack");
    choice.ask(decision(["move", "attack"], ["move red-1 b", "attack red-2 b"]));
    expect(choice.verb).toBe("attack");
    choice.ask(decision(["move", "attack"], ["move red-1 b"]));
    expect(choice.verb).toBeNull();
    choice.chooseVerb("move");
    choice.ask(decision(["move"], ["move red-1 b"], { box: "retreat" }));
    expect(choice.verb).toBeNull();
  });
});

describe("several named at once", () => {
  const ACTIONS = ["starve red-1", "starve red-2", "starve blue-1", "rest"];
  const several = (): Choice => {
    const question = decision(["starve", "rest"], ACTIONS);
    question.verbs = question.verbs.map((verb) => (verb.verb === "starve" ? { ...verb, several: 2 } : verb));
    const choice = new Choice();
    choice.ask(question);
    return choice;
  };

  test("units are named one after the other, or no longer, and confirmed as one", () => {
    const choice = several();
    expect(choice.several?.verb).toBe("starve");
    choice.togglePicking();
    expect(choice.named).toBeNull();
    expect(["red-1", "blue-1", "red-2", "blue-1", "nobody"].map((piece) => choice.pick(piece))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(choice.named?.route).toEqual(["starve red-1", "starve red-2"]);
    expect([choice.clear(), choice.picked]).toEqual([true, null]);
  });

  test("where one alone may be named there is nothing to pick", () => {
    const choice = asked(["starve", "rest"], ACTIONS);
    choice.togglePicking();
    expect([choice.picked, choice.pick("red-1")]).toEqual([null, false]);
  });
});
