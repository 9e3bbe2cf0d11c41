import { expect, test } from "vitest";
import { openTo, paceOf, seatIn, sentenceOf, strengthOf } from "../src/club/terms";
import type { Challenge } from "../src/protocol";

const challenge = (more: Partial<Challenge> = {}): Challenge => ({
  id: "a",
  game: "donnerschlag",
  title: "Donnerschlag",
  edition: "2022",
  options: {},
  seat: "soviet",
  pair: false,
  pace: { kind: "daily", days: 5, hours: 12 },
  rated: true,
  lowest: null,
  highest: null,
  audience: "all",
  to: "",
  by: { name: "Jaro R", rating: 1588, deviation: 44, games: 12 },
  mine: false,
  rematch: false,
  created: "",
  expires: "",
  ...more,
});

test("a pace is its kind and its times", () => {
  expect(paceOf({ kind: "daily", days: 1, hours: 12 })).toEqual(["Daily", "1 day + 12 h per turn"]);
  expect(paceOf({ kind: "live", minutes: 60, seconds: 30 })).toEqual(["Live", "60 min + 30 s per turn"]);
  expect(paceOf({ kind: "daily", days: 3, hours: 0 })).toEqual(["Daily", "3 days"]);
  expect(paceOf({ kind: "live", minutes: 60, seconds: 0 })).toEqual(["Live", "60 min"]);
  expect(paceOf(null)).toEqual(["no clock", ""]);
});

test("a rating is never without its error, and a newcomer and a bot are named", () => {
  expect(strengthOf(challenge().by)).toBe("1588 ± 44");
  expect(strengthOf({ name: "Halvard", rating: 1500, deviation: 350, games: 0 })).toBe("1500 ± 350, new member");
  expect(strengthOf({ name: "Staff", bot: "staff", rating: 1500, deviation: 20 })).toBe("1500 ± 20, a bot");
  expect(strengthOf({ name: "Anke", games: 3 })).toBe("");
});

test("a challenge says the seat that I get and whom it is open to", () => {
  expect(["soviet", null].map((seat) => seatIn(challenge({ seat })))).toEqual(["Soviet", "either seat"]);
  expect(seatIn(challenge({ seat: null, pair: true }))).toBe("each side once");
  const open = (more: Partial<Challenge>): string => openTo(challenge(more), "Marta K");
  expect(open({})).toBe("anyone");
  expect(open({ lowest: 1500, highest: 1700 })).toBe("1500 to 1700");
  expect(open({ lowest: 1700 })).toBe("1700 or more");
  expect(open({ highest: 1400 })).toBe("1400 or less");
  expect(open({ audience: "link" })).toBe("by link");
  expect(open({ audience: "member", to: "Marta K" })).toBe("for you");
  expect(open({ audience: "member", to: "Anke" })).toBe("only Anke");
});

test("a challenge is read as one sentence", () => {
  expect(sentenceOf(challenge(), undefined, "Marta K")).toBe(
    "Donnerschlag, You play Soviet, Against Jaro R, 1588 ± 44, Daily, 5 days + 12 h per turn, Rated, Open to anyone",
  );
});
