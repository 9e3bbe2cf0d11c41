import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ClockCell from "../src/club/ClockCell.svelte";
import { Lists } from "../src/club/lists.svelte";
import { Timing } from "../src/club/timing.svelte";
import type { ClubGame, ClubGames, Clocks } from "../src/protocol";
import { Session } from "../src/table/session.svelte";

const HOUR = 3_600_000;
const START = Date.parse("2026-03-01T12:00:00Z");

let told: Clocks;
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  asked = 0;
  vi.stubGlobal("fetch", () => {
    asked++;
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A list with one game, whose clock has so many hours left. */
function listed(hours: number): ClubGames {
  const clock = { seat: "red", left: hours * HOUR, running: true, pause: false };
  const row = { game: { id: "g" }, clock, pace: { kind: "daily", days: 5, hours: 12 } };
  return { mine: [row as unknown as ClubGame], challenges: [], watch: [], finished: [], suspended: "", notices: 0 };
}

test("the clock of a listed game ticks on from the newest list", async () => {
  const lists = new Lists();
  told = listed(9) as unknown as Clocks;
  await lists.load();
  const props = $state({
    clock: lists.now!.mine[0]!.clock!,
    pace: lists.now!.mine[0]!.pace,
    mine: true,
    came: lists.came,
  });
  const cell = mount(ClockCell, { target: document.body, props });
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  flushSync();
  expect(document.body.textContent).toContain("6 h 00 min");
  told = listed(6) as unknown as Clocks;
  await lists.load();
  [props.clock, props.came] = [lists.now!.mine[0]!.clock!, lists.came];
  flushSync();
  expect(document.body.textContent).toContain("6 h 00 min");
  await unmount(cell);
});

test("a clock that is set does not change what a player has left", async () => {
  const session = new Session("m");
  told = { at: new Date(START).toISOString(), bank: 10 * HOUR, mine: ["red"] } as Clocks;
  told.clocks = [{ seat: "red", left: 9 * HOUR, running: true, pause: false }] as Clocks["clocks"];
  const timing = new Timing(session);
  await timing.load();
  const end = timing.tick();
  await vi.advanceTimersByTimeAsync(1000);
  expect([Math.round(timing.left(timing.running!) / 1000), asked]).toEqual([9 * 3600 - 1, 1]);
  vi.setSystemTime(START + 5 * HOUR); // somebody sets the clock
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(2);
  expect(timing.left(timing.running!)).toBeGreaterThan(8.99 * HOUR);
  end();
});
