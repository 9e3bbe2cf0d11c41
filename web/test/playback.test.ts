import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameEvent } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { after, Playback, turnedUp } from "../src/table/playback.svelte";
import { picture } from "./forms";

const MOVE: GameEvent = {
  kind: "move",
  ply: 1,
  piece: "red-1",
  from: "a",
  to: "b",
  how: "move",
  spaces: ["a", "b"],
};
const ROLL: GameEvent = {
  kind: "roll",
  ply: 1,
  title: "Combat",
  chart: "",
  dice: [4],
  total: 4,
  result: "",
};
const BEFORE = picture([{ id: "red-1", at: "a" }]);
const AFTER = picture([{ id: "red-1", at: "c" }]);

describe("what one event does to the picture", () => {
  test("a moved counter lies on top of its new space and keeps its face", () => {
    const two = picture([
      { id: "red-1", at: "a", face: "reduced" },
      { id: "red-2", at: "b" },
    ]);
    expect(after(two, MOVE).pieces).toEqual([
      { id: "red-2", at: "b" },
      { id: "red-1", at: "b", face: "reduced" },
    ]);
  });

  test("a counter that comes on the map is placed", () => {
    expect(after(picture(), MOVE).pieces).toEqual([{ id: "red-1", at: "b" }]);
  });

  test("losses, faces, ground held, tracks", () => {
    expect(after(BEFORE, { kind: "loss", ply: 1, piece: "red-1" }).pieces).toEqual([]);
    expect(after(BEFORE, { kind: "flip", ply: 1, piece: "red-1", face: "reduced" }).pieces[0]?.face).toBe("reduced");
    expect(after(BEFORE, { kind: "control", ply: 1, space: "a", to: "blue" }).control).toEqual({ a: "blue" });
    expect(after(BEFORE, { kind: "track", ply: 1, track: "supply", to: 3 }).tracks).toEqual({ supply: 3 });
  });

  test("one that is lost unseen turns up first where it stood", () => {
    const hidden = picture([
      { id: "?1", at: "x", hidden: true },
      { id: "red-1", at: "y" },
    ]);
    const loss = { kind: "loss", piece: "red-2", from: "x" } as GameEvent;
    expect(turnedUp(hidden, loss).pieces.map(({ id, at }) => [id, at])).toEqual([
      ["red-2", "x"],
      ["red-1", "y"],
    ]);
    expect(turnedUp(hidden, { ...loss, piece: "red-1", from: "y" } as GameEvent)).toBe(hidden);
    expect(turnedUp(hidden, { ...loss, from: "z" } as GameEvent)).toBe(hidden);
  });

  test("a card that returns to a hand is no longer seen", () => {
    const decks = picture([], { decks: { german: { draw: 0, seen: [{ card: 4, line: "effect" }] } } });
    const back = after(decks, { kind: "card", ply: 1, deck: "german", card: 4, line: "", text: "It returns." });
    expect(back.decks!.german!.seen).toEqual([]);
  });

  test("a drawn card lies with those seen this turn; a new turn clears them", () => {
    const decks = picture([], { decks: { events: { draw: 5, seen: [{ card: 1, line: "event" }] } } });
    const drawn = after(decks, { kind: "card", ply: 1, deck: "events", card: 7, line: "weather" });
    expect(drawn.decks?.events?.seen).toEqual([
      { card: 1, line: "event" },
      { card: 7, line: "weather" },
    ]);
    const next = after(drawn, { kind: "turn", ply: 1, number: 2 });
    expect([next.turn, next.decks?.events?.seen]).toEqual([2, []]);
  });

  test("what belongs to a step is over with it: battles, arrows, and who has acted", () => {
    const fought = picture([{ id: "red-1", at: "a", states: ["moved", "isolated"] }], {
      step: "fight",
      combat: { battles: [] },
      arrows: [{ kind: "attack", from: "a", to: "b" }],
      queue: ["b"],
    });
    expect(after(fought, { kind: "step", ply: 1, step: "fight", title: "", phase: "" })).toBe(fought);
    const next = after(fought, { kind: "step", ply: 1, step: "move", title: "", phase: "" });
    expect(next).toMatchObject({ step: "move", pieces: [{ id: "red-1", at: "a", states: ["isolated"] }] });
    expect([next.combat, next.arrows, next.queue]).toEqual([undefined, undefined, undefined]);
  });

  test("what is only told changes nothing, and the old picture is never touched", () => {
    expect(after(BEFORE, { kind: "note", ply: 1 })).toBe(BEFORE);
    after(BEFORE, MOVE);
    expect(BEFORE.pieces).toEqual([{ id: "red-1", at: "a" }]);
  });
});

describe("the film", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.speed = "normal";
  });
  afterEach(() => vi.useRealTimers());

  function shown(): Playback {
    const playback = new Playback();
    playback.rest(BEFORE);
    return playback;
  }
  const place = (playback: Playback): string | undefined => playback.picture?.pieces[0]?.at;

  test("a move is seen on its way before the true picture comes", async () => {
    const playback = shown();
    const done = playback.play([MOVE], AFTER);
    expect([place(playback), playback.running, playback.trail]).toEqual(["b", true, ["a", "b"]]);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect([place(playback), playback.running]).toEqual(["c", false]);
  });

  test("any key skips to the end", async () => {
    const playback = shown();
    const done = playback.play([MOVE, ROLL, MOVE], AFTER);
    expect(playback.skip()).toBe(true);
    await done;
    expect([place(playback), playback.running]).toEqual(["c", false]);
    expect(playback.skip()).toBe(false);
  });

  test("dice are shown while they roll and stay until they are closed", async () => {
    const playback = shown();
    const done = playback.play([MOVE, ROLL], AFTER);
    expect(playback.open).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    expect([playback.open, playback.rolls]).toEqual([true, [ROLL]]);
    await vi.advanceTimersByTimeAsync(5000);
    await done;
    expect(playback.open).toBe(true);
    playback.closeRolls();
    expect(playback.open).toBe(false);
  });

  test("dice are stamped on the map for 0.9 s, with no motion too", async () => {
    const playback = shown();
    void playback.play([MOVE, ROLL, MOVE], AFTER);
    expect(playback.struck).toBe(0);
    await vi.advanceTimersByTimeAsync(300);
    expect([playback.struck, playback.left]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(850);
    expect(playback.struck).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(playback.struck).toBe(0);
    settings.speed = "off";
    void playback.play([MOVE, ROLL, MOVE], AFTER);
    expect([playback.running, playback.struck]).toEqual([false, 3]);
    playback.skip();
    expect(playback.struck).toBe(0);
    void playback.play([ROLL], AFTER, { still: true });
    expect(playback.struck).toBe(0);
  });

  test("dice that are closed while they roll come no more", async () => {
    const playback = shown();
    const done = playback.play([ROLL, MOVE, ROLL], AFTER);
    playback.closeRolls();
    await vi.advanceTimersByTimeAsync(9000);
    await done;
    expect(playback.open).toBe(false);
  });

  test("what is skipped says so, and what is not to move shows its end at once", async () => {
    const playback = new Playback();
    playback.rest(BEFORE);
    const done = playback.play([MOVE, ROLL, MOVE], AFTER);
    playback.skip();
    await done;
    expect([playback.skipped, playback.picture]).toEqual([true, AFTER]);
    playback.rest(BEFORE);
    await playback.play([MOVE, ROLL, MOVE], AFTER, { more: true, still: true });
    expect([playback.running, playback.picture, playback.skipped]).toEqual([false, AFTER, true]);
  });

  test("the next roll of others waits until the last one could be read, which stays to be looked at", async () => {
    const playback = shown();
    const first = playback.play([ROLL], AFTER, { more: true });
    await vi.advanceTimersByTimeAsync(900);
    await first;
    const next: GameEvent = { ...ROLL, dice: [2], total: 2 };
    const second = playback.play([MOVE, next], AFTER, { more: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect([playback.open, playback.rolls[playback.shown]]).toEqual([true, ROLL]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([playback.open, playback.rolls[playback.shown]]).toEqual([true, next]);
    await vi.advanceTimersByTimeAsync(5000);
    await second;
    expect([playback.open, playback.rolls]).toEqual([true, [ROLL, next]]);
    await playback.play([], AFTER, { more: true });
    expect([playback.open, playback.rolls]).toEqual([true, [ROLL, next]]);
    await playback.play([], AFTER);
    expect([playback.open, playback.rolls]).toEqual([false, []]);
  });

  test("a newer answer takes over at once, and the older one does not come back", async () => {
    const playback = shown();
    const old = playback.play([MOVE, MOVE], AFTER);
    const newer = picture([{ id: "red-1", at: "d" }]);
    await playback.play([], newer);
    await vi.advanceTimersByTimeAsync(9000);
    await old;
    expect(place(playback)).toBe("d");
  });

  test("with movement switched off the true picture is there at once, and the dice beside it", async () => {
    settings.speed = "off";
    const playback = shown();
    await playback.play([MOVE, ROLL], AFTER);
    expect([place(playback), playback.running, playback.open]).toEqual(["c", false, true]);
  });

  test("the tracks of before are kept, to show what has changed", async () => {
    const playback = new Playback();
    playback.rest(picture([], { tracks: { supply: 5 } }));
    await playback.play([], picture([], { tracks: { supply: 3 } }));
    expect(playback.previous).toEqual({ supply: 5 });
  });

  test("the way of the last moves fades", async () => {
    const playback = shown();
    await Promise.all([playback.play([MOVE], AFTER), vi.advanceTimersByTimeAsync(1000)]);
    expect(playback.trail).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(4000);
    expect(playback.trail).toEqual([]);
  });
});
