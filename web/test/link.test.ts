import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent, Roll, State, Throw } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { Session } from "../src/table/session.svelte";
import { decision, picture, scene, state } from "./forms";

class Socket {
  static last: Socket;
  onopen = (): void => {};
  onmessage: (message: { data: string }) => void = () => {};

  constructor() {
    Socket.last = this;
  }

  send(): void {}
  close(): void {}
}

const moves = (piece: string, to: string, ply: number): GameEvent => ({
  kind: "move",
  ply,
  piece,
  from: "a",
  to,
  how: "move",
  spaces: ["a", to],
  text: `${piece} moves to ${to}.`,
});
const FIRST = moves("red-1", "b", 1);
const WITHDRAWN = moves("red-2", "b", 2);
const INSTEAD = moves("red-2", "c", 2);
const LAST = moves("red-3", "c", 3);

/** The log as the server has it. */
let log: GameEvent[];
/** What it says about the faces of a die. */
let faces: Throw[];
/** What it tells of the parts of the game. */
let diary: { parts: unknown[]; dispatches: unknown[] };

/** What the server tells the tabs after a change. */
function change(version: number, plies: number, events: GameEvent[], more: Partial<State> = {}): void {
  const told: Partial<State> = { version, plies, events, ...more };
  Socket.last.onmessage({ data: JSON.stringify({ state: state(decision(["move"], ["move red-1 b"]), told) }) });
}

async function opened(more: Partial<State> = {}): Promise<Session> {
  vi.stubGlobal("fetch", (address: string) => {
    const what = address.replace("/api/matches/m", "");
    const now = state(decision(["move"], ["move red-1 b"]), more);
    const answers = { "": now, "/scene": scene(), "/log": { events: log }, "/faces/1": faces };
    const found = answers[what as keyof typeof answers] ?? diary;
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
  const session = new Session("m");
  await session.link.open();
  Socket.last.onopen();
  return session;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  settings.speed = "normal";
  log = [];
  faces = [];
  diary = { parts: [], dispatches: [] };
});
afterEach(() => vi.useRealTimers());

test("the log of a tab that watches keeps no action that was undone while an earlier one was shown", async () => {
  const session = await opened();
  change(2, 1, [FIRST]);
  await vi.advanceTimersByTimeAsync(10);
  expect([session.log, session.playback.running]).toEqual([[FIRST], true]);
  change(3, 2, [WITHDRAWN]);
  change(4, 1, []);
  change(5, 2, [INSTEAD]);
  change(6, 3, [LAST]);
  log = [FIRST, INSTEAD, LAST];
  await vi.advanceTimersByTimeAsync(5000);
  expect(session.state?.version).toBe(6);
  expect(session.log).toEqual(log);
});

test("what the other faces of a die mean is asked again if another tab undoes it and rolls for something else", async () => {
  const roll = (space: string): Roll => ({
    kind: "roll",
    ply: 1,
    title: "Combat",
    chart: "",
    dice: [4],
    total: 4,
    result: "",
    spaces: [space],
  });
  faces = [{ title: "Combat", faces: [{ die: 4, total: 4, result: "A Elim" }] }];
  const session = await opened();
  settings.speed = "off";
  change(2, 1, [roll("b")]);
  await vi.advanceTimersByTimeAsync(10);
  await session.foresight.askDie(session.log[0] as Roll);
  expect(session.foresight.die(session.log[0] as Roll)?.faces[0]?.result).toBe("A Elim");
  log = [];
  change(3, 0, []);
  await vi.advanceTimersByTimeAsync(10);
  change(4, 1, [roll("c")]);
  await vi.advanceTimersByTimeAsync(10);
  expect(session.foresight.die(session.log[0] as Roll)).toBeUndefined();
  faces = [{ title: "Combat", faces: [{ die: 4, total: 4, result: "D Elim" }] }];
  await session.foresight.askDie(session.log[0] as Roll);
  expect(session.foresight.die(session.log[0] as Roll)?.faces[0]?.result).toBe("D Elim");
});

test("the diary is read again if a part that was over has been undone and ended in another way", async () => {
  log = [FIRST, WITHDRAWN, LAST];
  const part = { seat: "red", title: "", first: 0, end: 2, number: 0, from: 0, to: 2, over: true };
  diary = { parts: [part], dispatches: [{ from: 0, to: 2, seat: "red", text: "Red takes b." }] };
  const session = await opened({ plies: 3, parts: 1 });
  await session.dispatches.ready;
  expect([...session.dispatches.diary.values()]).toEqual(diary.dispatches);
  log = [FIRST, INSTEAD, LAST];
  diary = { parts: [part], dispatches: [{ from: 0, to: 2, seat: "red", text: "Red takes c." }] };
  change(5, 3, [LAST], { parts: 1 });
  await vi.advanceTimersByTimeAsync(10);
  expect(session.log).toEqual(log);
  await session.dispatches.ready;
  expect([...session.dispatches.diary.values()]).toEqual(diary.dispatches);
});

test("a card that would act, and an earlier moment that is looked at, are closed when another tab has changed that", async () => {
  log = [FIRST, WITHDRAWN];
  const session = await opened({ plies: 2 });
  settings.speed = "off";
  session.card = { kind: "moved", title: "red-2", reasons: [], to: 1 };
  session.review.past = { ply: 2, title: "", prompt: "", picture: picture() };
  log = [FIRST, INSTEAD];
  change(2, 1, []);
  change(3, 2, [INSTEAD]);
  await vi.advanceTimersByTimeAsync(10);
  expect(session.log).toEqual(log);
  expect([session.card, session.review.past]).toEqual([null, null]);
});

test("an action that the fetched log contains already is not added to it again", async () => {
  const session = await opened();
  settings.speed = "off";
  log = [FIRST, INSTEAD];
  change(5, 1, [FIRST]); // versions were missed, so that the log is fetched, and it is newer
  await vi.advanceTimersByTimeAsync(10);
  change(6, 2, [INSTEAD]);
  await vi.advanceTimersByTimeAsync(10);
  expect(session.log).toEqual(log);
});
