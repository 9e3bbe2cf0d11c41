import { describe, expect, test } from "vitest";
import { chanceOfHits, Film, isShown, LONGEST } from "../src/replay/film";
import type { GameEvent, Part, Phase, Volley } from "../src/protocol";
import { picture, scene } from "./forms";

const PHASES: Phase[] = [
  { id: "set-up", title: "Set-up", once: true, steps: [{ id: "set-up", title: "Set-up" }] },
  {
    id: "month",
    title: "Month",
    steps: [
      { id: "move", title: "Movement" },
      { id: "fight", title: "Battles" },
    ],
  },
];
const TINY = scene({ phases: PHASES, turns: { names: ["Set-up", "June"] } });

const event = (kind: string, ply: number, step: string, more: object = {}): GameEvent =>
  ({ kind, ply, turn: 1, step, ...more }) as GameEvent;
const chose = (seat: string, ply: number, step: string): GameEvent => event("chose", ply, step, { seat, action: "x" });
const moved = (ply: number, piece: string, from: string, to: string, how = "move"): GameEvent =>
  event("move", ply, how === "move" ? "move" : "fight", { piece, from, to, how });
const roll = (ply: number, spaces: string[]): GameEvent =>
  event("roll", ply, "fight", { dice: [3], total: 3, result: "Retreat", title: "Battle", chart: "", spaces });

/** A setup, the player turn of Red with two moves of a unit, a battle and a retreat, and that of Blue. */
const LOG: GameEvent[] = [
  event("step", 0, "set-up", { turn: 0 }),
  event("turn", 2, "set-up", { number: 1 }),
  event("step", 2, "move"),
  chose("red", 2, "move"),
  moved(3, "red-1", "a", "b"),
  moved(4, "red-1", "b", "c"),
  event("step", 4, "fight"),
  roll(5, ["c"]),
  moved(6, "red-1", "c", "b", "retreat"),
  event("step", 6, "move"),
  chose("blue", 6, "move"),
  moved(7, "blue-1", "c", "a"),
];

const RED: Part = { number: 1, turn: 1, seat: "red", first: 1, end: 9, from: 2, to: 6, over: true };

test("only moves and dice can be seen again", () => {
  expect(isShown(LOG.slice(RED.first, RED.end))).toBe(true);
  expect(isShown(LOG.slice(0, 4))).toBe(false);
  expect(isShown([roll(5, [])])).toBe(true);
});

describe("a part made ready", () => {
  const film = (): Film => new Film(TINY, LOG, RED, picture([{ id: "red-1", at: "a" }]));

  test("its dice are numbered dots at their places, its steps stretches", () => {
    expect(film().dots).toMatchObject([{ number: 1, spaces: ["c"] }]);
    expect(film().stretches).toMatchObject([
      { title: "Movement", moved: 2, battles: 0 },
      { title: "Battles", moved: 1, battles: 1 },
    ]);
  });

  test("a long one takes twenty seconds, and can be run forwards and back", () => {
    const long = [...LOG.slice(0, 4), ...Array.from({ length: 90 }, (_, n) => moved(3 + n, `red-${n}`, "a", "b"))];
    const only = { ...RED, end: long.length, to: 93 };
    expect(new Film(TINY, long, only, picture()).length).toBe(LONGEST);
    const short = film();
    const [dot] = short.dots;
    expect(short.picture(short.shownAt(short.length)).pieces).toEqual([{ id: "red-1", at: "b" }]);
    expect(short.picture(short.shownAt(dot!.at)).pieces).toEqual([{ id: "red-1", at: "c" }]);
    expect(short.picture(short.shownAt(0)).pieces).toEqual([{ id: "red-1", at: "b" }]);
  });

  test("a unit's steps are one advance, and what drove it back is told apart", () => {
    const short = film();
    expect(short.trails(short.shownAt(short.length))).toEqual([
      { from: "a", to: "c", back: false },
      { from: "c", to: "b", back: true },
    ]);
  });
});

test("two dice that hit on a 4 both miss in one of four throws", () => {
  const volley = { fires: [{ text: "", needs: 4, dice: [1, 2] }], hits: 0 } as unknown as Volley;
  expect(chanceOfHits(volley)).toBeCloseTo(0.25);
});
