import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Decision, PieceOnTable } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { Session } from "../src/table/session.svelte";
import { decision, game, picture, state } from "./forms";
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
  session.choice.ask(asked);
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
    const { choice, clicks } = table(MOVES);
    clicks.stack("red-1");
    expect(choice.units).toEqual(["red-1", "red-2"]);
    clicks.stack("red-3");
    expect(choice.units).toEqual(["red-1", "red-2"]);
  });

  test("what proves to have nothing in common is left behind, and offered no more", () => {
    const { choice, clicks } = table(MOVES);
    clicks.stack("red-1");
    choice.lead(["red-1", "red-2"], [], []);
    expect(choice.units).toEqual(["red-1"]);
    expect(clicks.companions("red-1")).toEqual([]);
  });
});

describe("a unit that has moved", () => {
  test("stays chosen, but a click on another unit means that one", () => {
    const { choice, clicks } = table(MOVES);
    clicks.pick("red-1", "a");
    expect(clicks.isGoal("b")).toBe(true);
    choice.ask(MOVES);
    expect(choice.piece).toBe("red-1");
    expect(clicks.isGoal("b")).toBe(false);
    clicks.piece("red-3", "b");
    expect([choice.piece, sent]).toEqual(["red-3", []]);
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
