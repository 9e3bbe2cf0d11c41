import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent, State } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { Session } from "../src/table/session.svelte";
import { decision, scene, state } from "./forms";

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

/** What the server tells the tabs after a change. */
function change(version: number, plies: number, events: GameEvent[]): void {
  const told: Partial<State> = { version, plies, events };
  Socket.last.onmessage({ data: JSON.stringify({ state: state(decision(["move"], ["move red-1 b"]), told) }) });
}

async function opened(): Promise<Session> {
  vi.stubGlobal("fetch", (address: string) => {
    const what = address.replace("/api/matches/m", "");
    const now = state(decision(["move"], ["move red-1 b"]));
    const found = what === "" ? now : what === "/scene" ? scene() : what === "/log" ? { events: log } : {};
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
