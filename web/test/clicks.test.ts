import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Action, Decision, Offer, Overlay, PieceOnTable } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { Session } from "../src/table/session.svelte";
import { BoardModel } from "../src/board/model";
import { decision, game, picture, scene, state } from "./forms";
import { usually } from "../src/start/setup.svelte";

const at = (id: string, space: string): PieceOnTable => ({ id, at: space, name: id });
const STOOD = picture([at("red-1", "a"), at("red-2", "a"), at("red-3", "b")]);
const MOVES = decision(
  ["move", "wait", "end!"],
  ["move red-1 b", "move red-1 c", "move red-2 b", "move red-3 c", "wait red-3", "end"],
);
let sent: unknown[];

function table(asked: Decision): Session {
  const session = new Session("m");
  session.state = state(asked, { picture: STOOD });
  session.choosing.ask(asked);
  session.playback.rest(STOOD);
  return session;
}

beforeEach(() => {
  settings.speed = "off";
  sent = [];
  vi.stubGlobal("fetch", (_address: string, { body }: RequestInit) => {
    sent.push((JSON.parse(body as string) as { text?: unknown }).text);
    return Promise.resolve(new Response(JSON.stringify(state(MOVES, { version: 2, events: [], picture: STOOD }))));
  });
});

describe("a stack", () => {
  test("those go along that have a goal in common with the chosen unit", () => {
    const { choosing, clicks } = table(MOVES);
    clicks.stack("red-1");
    expect(choosing.stack.units).toEqual(["red-1", "red-2"]);
    clicks.stack("red-3");
    expect(choosing.stack.units).toEqual(["red-1", "red-2"]);
  });

  test("what proves to have nothing in common is left behind, and offered no more", () => {
    const { choosing, clicks } = table(MOVES);
    clicks.stack("red-1");
    choosing.lead(["red-1", "red-2"], [], []);
    expect(choosing.stack.units).toEqual(["red-1"]);
    expect(clicks.companions("red-1")).toEqual([]);
  });
});

test("a second tap plays, though the answer about the unit's paths came after the first", async () => {
  const session = table(MOVES);
  session.finger = true;
  const { clicks, choosing, foresight } = session;
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit = {}) => {
    if (address.includes("/actions")) sent.push((JSON.parse(body as string) as { text?: unknown }).text);
    return Promise.resolve(new Response(JSON.stringify(state(MOVES, { version: 2, events: [], picture: STOOD }))));
  });
  clicks.piece("red-1", "a");
  clicks.space("c");
  await vi.waitFor(() => expect([foresight.touched?.text, session.busy]).toEqual(["move red-1 c", false]));
  const move = { text: "move red-1 c", verb: "move", label: "Red goes", piece: "red-1", space: "c" };
  choosing.lead(["red-1"], [], [{ ...move, actions: ["move red-1 c"] }]);
  const later = performance.now() + 400;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  clicks.space("c");
  await vi.waitFor(() => expect(sent).toEqual(["move red-1 c"]));
  clock.mockRestore();
});

test("a click with Ctrl sends the whole stack to a goal", async () => {
  const session = table(MOVES);
  const together = { text: "move red-2 b", verb: "move", label: "Red goes", piece: "red-1", space: "b" };
  const both = { ...together, actions: ["move red-1 b", "move red-2 b"] };
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit = {}) => {
    if (address.includes("/choices")) return Promise.resolve(new Response(JSON.stringify([both])));
    sent.push((JSON.parse(body as string) as { texts?: unknown }).texts);
    return Promise.resolve(new Response(JSON.stringify(state(MOVES, { version: 2, events: [], picture: STOOD }))));
  });
  session.clicks.pick("red-1", "a");
  await session.clicks.withAll("b");
  await session.link.idle();
  expect(sent).toEqual([both.actions]);
});

describe("the target first", () => {
  test("a click on an enemy means the verb that is about all of its space, as long as no other is pressed", () => {
    const asked = decision(["attack", "assault", "pass"], ["attack b", "assault b", "attack red-1 b", "pass"]);
    asked.verbs.find(({ verb }) => verb === "assault")!.whole = true;
    table(asked).clicks.piece("red-3", "b");
    const pressed = table(asked);
    pressed.clicks.verb("attack");
    pressed.clicks.space("b");
    expect(sent).toEqual(["assault b", "attack b"]);
  });
});

describe("who of a stack goes", () => {
  test("the first of them may stay behind as well", () => {
    const { choosing, clicks } = table(MOVES);
    clicks.stack("red-1");
    choosing.together("red-1");
    expect(choosing.stack.units).toEqual(["red-2"]);
    choosing.together("red-1");
    expect(choosing.stack.units).toEqual(["red-2", "red-1"]);
  });
});

describe("a target that all strike at once", () => {
  const asked = decision(["target", "strike"], ["target blue-1", "target blue-2", "strike b"]);
  asked.verbs[1]!.whole = true;
  const enemies = picture([at("blue-1", "b"), at("blue-2", "b")]);

  test("is meant by a click on one of its units, and one unit alone with Shift", async () => {
    for (const [shift, text] of [
      [false, "strike b"],
      [true, "target blue-1"],
    ] as const) {
      sent = [];
      const session = table(asked);
      session.playback.rest(enemies);
      session.clicks.pick("blue-1", "b", shift);
      await session.link.idle();
      expect(sent).toEqual([text]);
    }
  });
});

test("of cards that all go but one, a click means the one that is kept", async () => {
  const asked = decision(["discard", "keep-card"], []);
  const named = (verb: string): Action => ({ text: `${verb} c`, verb, label: verb, card: 3 });
  asked.actions = [named("discard"), named("keep-card")];
  asked.verbs[1]!.whole = true;
  const session = table(asked);
  session.clicks.card(3);
  await session.link.idle();
  expect(sent).toEqual(["keep-card c"]);
});

test("a card about an attack draws who would strike, at the odds that are stepped to", async () => {
  const overlay: Overlay = { id: "threats", title: "Threats", kind: "threat", side: "red", now: true, asked: true };
  const way = (odds: string, kills: number, from: string): Offer => ({
    odds,
    attack: 6,
    defense: 2,
    trade: { kills, costs: 1, chance: 0.5, enters: true },
    text: `at ${odds}`,
    origins: [from],
    draft: [`move ${odds}`],
  });
  const offers = [{ space: "c", title: "C", ways: [way("2-1", 1, "a"), way("3-1", 3, "b")], best: 1 }];
  const session = table(MOVES);
  session.present = new BoardModel(scene());
  const shown = picture(STOOD.pieces, { overlays: [overlay] });
  session.state = state(MOVES, { picture: shown });
  session.playback.rest(shown);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ ...overlay, offers }))));
  await session.attacks.show();
  session.clicks.pick("green-1", "c");
  expect(session.card?.arrows).toEqual([{ kind: "threat", from: "b", to: "c" }]);
  session.attacks.step("c", -1);
  expect(session.attacks.drawn?.values).toEqual({ c: "2-1" });
  session.clicks.pick("green-1", "c");
  expect(session.card?.arrows).toEqual([{ kind: "threat", from: "a", to: "c" }]);
  session.state = state(MOVES, { picture: shown, version: 9 });
  expect(session.attacks.stale).toBe(true);
  session.attacks.step("c", 1);
  expect(session.attacks.way(session.attacks.offer("c")!).odds).toBe("2-1");
});

test("a unit that has moved in this step says how it is taken back", () => {
  const session = table(MOVES);
  session.state!.undo.pieces = { "green-1": 4 };
  session.clicks.pick("green-1", "d");
  expect(session.card).toMatchObject({ kind: "moved", to: 4 });
});

describe("a unit that has moved", () => {
  test("stays chosen, but a click on another unit means that one", () => {
    const { choosing, clicks } = table(MOVES);
    clicks.pick("red-1", "a");
    expect(clicks.isGoal("b")).toBe(true);
    choosing.ask(MOVES);
    expect(choosing.stack.piece).toBe("red-1");
    expect(clicks.isGoal("b")).toBe(false);
    clicks.piece("red-3", "b");
    expect([choosing.stack.piece, sent]).toEqual(["red-3", []]);
  });
});

test("units that are taken back are chosen again, but not from the list of attacks", () => {
  const many = decision(["move", "end!"], ["end"], { box: "move", listed: false, pieces: ["red-1", "red-2", "red-3"] });
  many.verbs[0]!.open = true;
  const moved = picture([at("red-1", "b"), at("red-2", "b"), at("red-3", "b")]);
  const session = table(many);
  session.clicks.undone(moved, STOOD);
  expect(session.choosing.stack.units).toEqual(["red-1", "red-2"]);
  const other = table(many);
  other.attacks.open = true;
  other.clicks.undone(moved, STOOD);
  expect(other.choosing.stack.units).toEqual([]);
});

describe("a new question that is only about where units go", () => {
  const RETREAT = decision(
    ["retreat", "window!"],
    ["retreat red-1 b", "retreat red-1 c", "retreat red-2 b", "retreat red-3 c", "window"],
    { box: "retreat" },
  );

  function asked(question: Decision, finger: boolean): string | null {
    const session = table(question);
    session.present = new BoardModel(scene());
    Object.assign(session.view, { width: 1000, height: 500 });
    session.finger = finger;
    session.clicks.goOn(MOVES);
    return session.choosing.stack.piece;
  }

  test("begins with the unit nearest to the middle of what is seen", () => {
    expect(asked(RETREAT, false)).toBe("red-3");
  });

  test("takes no click for a moment, for the one that it begins with was not chosen by the player", () => {
    const session = table(RETREAT);
    session.present = new BoardModel(scene());
    Object.assign(session.view, { width: 1000, height: 500 });
    expect(session.choosing.deaf).toBe(false);
    session.clicks.goOn(MOVES);
    expect(session.choosing.deaf).toBe(true);
  });

  test("a finger begins with one only where they all stand together", () => {
    const stack = { ...RETREAT, actions: RETREAT.actions.filter(({ piece }) => piece !== "red-3") };
    expect([asked(RETREAT, true), asked(stack, true)]).toEqual([null, "red-1"]);
  });

  test("so it does where there are too many choices to list", () => {
    const many = decision(["move", "end!"], ["end"], { box: "move", listed: false, pieces: ["red-1", "red-3"] });
    many.verbs[0]!.open = true;
    expect(asked(many, false)).toBe("red-3");
  });

  test("nobody is chosen where something else may be done, or the question stays", () => {
    const burning = decision(["retreat", "burn"], ["retreat red-1 b", "retreat red-3 c", "burn b"], { box: "retreat" });
    expect(asked(burning, false)).toBe(null);
    const session = table(MOVES);
    session.present = new BoardModel(scene());
    session.clicks.goOn(MOVES);
    expect(session.choosing.stack.piece).toBe(null);
  });

  test("a hint about another unit has that one chosen, and shows where it stands", async () => {
    const session = table(RETREAT);
    session.present = new BoardModel(scene());
    session.choosing.stack.goOn("red-3");
    const hint = { text: "retreat red-1 c", label: "Red goes", why: "It is safe." };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(hint))));
    await session.hint();
    expect(session.choosing.stack.piece).toBe("red-1");
    expect(session.card).toMatchObject({ kind: "hint", shows: "a" });
  });

  test("a click on another unit means that one, and one on its goal sends it", async () => {
    const session = table(RETREAT);
    session.present = new BoardModel(scene());
    Object.assign(session.view, { width: 1000, height: 500 });
    session.clicks.goOn(MOVES);
    session.clicks.piece("red-1", "a");
    expect(session.choosing.stack.piece).toBe("red-1");
    session.clicks.space("c");
    await session.link.idle();
    expect(sent).toEqual(["retreat red-1 c"]);
  });
});

test("what one would hardly mean is asked about once more", () => {
  const asked = decision(["move", "end!"], ["move red-1 b", "end"]);
  asked.verbs[1]!.asks = "No unit has moved.";
  const session = table(asked);
  session.clicks.verb("end");
  expect(session.card).toMatchObject({ kind: "confirm", reasons: [{ text: "No unit has moved." }] });
  expect(sent).toEqual([]);
});

test("a game is usually played against its own bot, from the first seat", () => {
  const preset = { name: "first", title: "First", doc: "", edition: "second", options: {}, hints: true };
  const body = usually(game({ seats: ["red", "blue"], bots: ["random", "staff"], presets: [preset] }));
  expect(body).toMatchObject({ game: "tiny", seats: { red: "human", blue: "staff" } });
  expect(settings.hints).toBe(true);
});
