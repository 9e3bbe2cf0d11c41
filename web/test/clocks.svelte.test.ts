import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ClockCard from "../src/club/ClockCard.svelte";
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

/** The clocks of a daily game in which red must decide, and whether red is on vacation. */
function daily(away: boolean): Clocks {
  const red = { seat: "red", left: 90 * HOUR, running: true, pause: false, name: "Anke", used: 3 };
  const until = away ? new Date(Date.now() + 72 * HOUR).toISOString() : "";
  return {
    at: new Date(Date.now()).toISOString(),
    pace: { kind: "daily", days: 5, hours: 12 },
    bank: 120 * HOUR,
    vacation: 21,
    mine: ["blue"],
    clocks: [
      { ...red, until },
      { seat: "blue", left: 120 * HOUR },
    ],
  } as unknown as Clocks;
}

test("a page that stays open learns of the opponent's vacation within a minute", async () => {
  const timing = new Timing(new Session("m"));
  told = daily(false);
  await timing.load();
  const end = timing.tick();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([timing.until(timing.running!), asked]).toEqual([null, 1]);
  told = daily(true);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(timing.until(timing.running!)).not.toBeNull();
  expect(asked).toBe(2);
  end();
});

test.each([
  [false, "Anke’s clock is running"],
  [true, "Anke’s clock is stopped"],
])("the card says whether a clock runs: vacation %s", async (away, said) => {
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined }); // which the test environment lacks
  const timing = new Timing(new Session("m"));
  told = daily(away);
  await timing.load();
  const card = mount(ClockCard, { target: document.body, props: { timing, onclose: () => undefined } });
  flushSync();
  expect(document.body.textContent).toContain(said);
  await unmount(card);
});
