import { expect, test } from "vitest";
import { luck, swings, tenth } from "../src/end/turning";
import type { GameEvent, Series } from "../src/protocol";
import { words } from "../src/words/end";

const event = (fields: Partial<GameEvent> & { kind: string }): GameEvent =>
  ({ text: "", who: "", clauses: [], spaces: [], pieces: [], ply: 2, turn: 8, step: "", ...fields }) as GameEvent;

/** A value in turn 7, and another one in turn 8, which ends with the given entry of the log. */
const points = (from: number, to: number, ply = 2): Series["points"] => [
  [7, from, 1],
  [8, to, ply],
];

const morale: Series = {
  id: "morale",
  title: "Morale",
  points: points(20, 14),
};

test("What players pay with turns no game by being spent", () => {
  const supply: Series = {
    id: "supply",
    title: "Supply",
    points: [
      [1, 12, 1],
      [2, 0, 2],
    ],
    spent: true,
  };
  expect(swings([supply, morale], []).map((swing) => swing.id)).toEqual(["morale"]);
});

test("Of equal swings of a value, those closest to the result are named", () => {
  const spawn: Series = {
    id: "spawn",
    title: "Spawn hexes",
    points: [6, 5, 4, 3, 2, 1, 0].map((value, index) => [index + 1, value, index + 1]),
  };
  expect(swings([spawn], []).map(({ turn, to }) => [turn, to])).toEqual([
    [6, 1],
    [7, 0],
  ]);
});

test("A swing names the largest change of its turn, and whether that was the whole of it", () => {
  const log = [
    event({ kind: "note", text: "Pitomnik is lost." }),
    event({ kind: "track", track: "morale", from: 20, to: 16 }),
    event({ kind: "note", text: "A division surrenders." }),
    event({ kind: "track", track: "morale", from: 16, to: 14 }),
  ];
  expect(swings([morale], log)).toMatchObject([{ from: 20, to: 14, cause: "Pitomnik is lost.", whole: false }]);
  const [, , ...second] = log;
  const smaller: Series = { ...morale, points: [[7, 16, 1], morale.points[1]!] };
  expect(swings([smaller], second)).toMatchObject([{ cause: "A division surrenders.", whole: true }]);
});

test("A marker that goes with a roll is not the cause of what the roll changed", () => {
  const roll = { title: "Strategic situation", chart: "H", dice: [5], total: -1, result: "-2" };
  const ssi: Series = {
    ...morale,
    id: "ssi",
    points: points(9, 7),
  };
  const log = [
    event({ kind: "note", text: "The attack has no effect." }),
    event({ kind: "step", text: "Strategic Situation Index" }),
    event({ kind: "roll", ...roll, text: "5 - 6 = -1: SSI -2." }),
    event({ kind: "held", text: "The penalty ends." }),
    event({ kind: "track", track: "ssi", from: 9, to: 7 }),
  ] as GameEvent[];
  expect(swings([ssi], log)).toMatchObject([{ cause: "5 - 6 = -1: SSI -2.", whole: true, roll: { dice: [5] } }]);
  const [, , , ...alone] = log;
  expect(swings([ssi], alone)).toMatchObject([{ cause: "The penalty ends." }]);
});

test("What the moves of a piece change is not put down to the battles of the turn", () => {
  const relief: Series = {
    ...morale,
    id: "relief-force",
    points: points(1, 2),
    pieces: ["hoth"],
  };
  const roll = { title: "Attack", chart: "G", dice: [1], total: 1, result: "X" };
  const log = [
    event({ kind: "roll", ...roll, chart: "F", text: "6, Strong row: the relief force advances." }),
    event({ kind: "move", piece: "hoth", text: "Hoth moves to box 2." }),
    event({ kind: "roll", ...roll, text: "Attack on 56, die 1: German defeat.", spaces: ["56"] }),
    event({ kind: "control", space: "56" }),
  ] as GameEvent[];
  const [swing] = swings([relief], log);
  expect(swing).toMatchObject({ cause: "6, Strong row: the relief force advances.", whole: true, turn: 8 });
  expect(swing).not.toHaveProperty("taken");
  expect(swings([relief], log.slice(1))).toMatchObject([{ cause: "Hoth moves to box 2.", whole: true }]);
  expect(swings([relief], log.slice(2))).toMatchObject([{ cause: "", whole: false }]);
});

test("What a later step of the same entry tells is not the cause of a loss", () => {
  const losses: Series = {
    ...morale,
    id: "losses",
    points: points(2, 3),
    changes: [[8, 2, 1]],
  };
  const log = [
    event({ kind: "loss", piece: "pz-2", text: "2nd Panzer is lost.", step: "Close Combat" }),
    event({ kind: "note", text: "All units stand upright again.", step: "Units concealed" }),
  ] as GameEvent[];
  expect(swings([losses], log)).toMatchObject([{ cause: "2nd Panzer is lost.", whole: true }]);
});

test("Of two equal changes of a track, one is named as half of it", () => {
  const log = [
    event({ kind: "card", text: "Card 12: SSI -1.", step: "Event", ply: 2 }),
    event({ kind: "track", track: "morale", from: 20, to: 17, step: "Event", ply: 2 }),
    event({ kind: "roll", text: "3: SSI -1.", dice: [3], step: "Situation", ply: 3 }),
    event({ kind: "track", track: "morale", from: 17, to: 14, step: "Situation", ply: 3 }),
  ] as GameEvent[];
  const changes: Series["changes"] = [
    [8, 2, -3],
    [8, 3, -3],
  ];
  expect(swings([{ ...morale, changes }], log)).toMatchObject([{ cause: "Card 12: SSI -1.", half: true }]);
});

test("A surrender during an attack is the cause of what it changes, not the attack", () => {
  const roll = { title: "Attack", chart: "G", dice: [6], total: 6, result: "X", step: "Attacks" };
  const surrender = event({ kind: "held", id: "no-foa-surrender", gained: true, text: "The army surrenders.", ply: 3 });
  const log = [
    event({ kind: "roll", ...roll, text: "Attack on 21, die 6: German defeat.", spaces: ["21"] }),
    event({ kind: "flip", piece: "one", text: "The 384th is depleted.", step: "Attacks", ply: 3 }),
    { ...surrender, step: "Attacks" },
  ] as GameEvent[];
  const falls: Series = {
    ...morale,
    points: points(33, 0, 4),
    changes: [
      [8, 2, -1],
      [8, 3, -32],
    ],
  };
  expect(swings([falls], log)).toMatchObject([{ cause: "The army surrenders.", ply: 3 }]);
  expect(swings([falls], log)[0]).not.toHaveProperty("place");
  const area = event({ kind: "control", space: "21", text: "21 is lost.", step: "Attacks", ply: 3 });
  expect(swings([falls], [...log, area])).toMatchObject([{ cause: "", scattered: true, step: "Attacks" }]);
});

test("Of two battles with half of a change each, one is named as half of it", () => {
  const roll = { title: "Battle", chart: "", dice: [1], total: 1, result: "D Elim", step: "Battles" };
  const log = [
    event({ kind: "roll", ...roll, text: "61 to 10, 6-1, a 1: D Elim.", spaces: ["AA7"], ply: 2 }),
    event({ kind: "loss", piece: "one", step: "Battles", ply: 2 }),
    event({ kind: "roll", ...roll, text: "23 to 7, 3-1, a 5: Exchange.", spaces: ["T7"], ply: 3 }),
    event({ kind: "loss", piece: "two", step: "Battles", ply: 3 }),
  ] as GameEvent[];
  const units: Series = {
    ...morale,
    id: "units",
    battles: "falls",
    points: points(34, 32, 3),
  };
  const lost = (...changes: [number, number, number][]): Series => ({ ...units, changes });
  expect(swings([lost([8, 2, -1], [8, 3, -1])], log)).toMatchObject([{ place: "AA7", whole: false, half: true }]);
  expect(swings([lost([8, 2, -2])], log)[0]).not.toHaveProperty("half");
  expect(words.because("the battle of AA7", false, true)).toBe("Half of it: the battle of AA7");
  expect(words.because("the battle of AA7", false)).toBe("Mainly: the battle of AA7");
});

test("A battle explains that a strength falls, not that it rises, and no distance", () => {
  const roll = { title: "Combat", chart: "", dice: [5], total: 5, result: "2DR" };
  const log = [
    event({ kind: "roll", ...roll, text: "6 to 1, a 5: 2DR.", spaces: ["3210"] }),
    event({ kind: "loss", piece: "one" }),
    event({ kind: "control", space: "3210" }),
  ] as GameEvent[];
  const falls: Series = { ...morale, id: "strength", battles: "falls", changes: [[8, 2, -6]] };
  expect(swings([falls], log)).toMatchObject([{ cause: "6 to 1, a 5: 2DR.", place: "3210" }]);
  const [, now] = morale.points;
  const [risen] = swings([{ ...falls, points: [[7, 8, 1], now!], changes: [] }], log);
  const [nearer] = swings([{ ...falls, id: "to_zone", battles: "none" }], log);
  for (const swing of [risen, nearer]) {
    expect(swing).toMatchObject({ cause: "" });
    for (const said of ["taken", "place", "roll", "scattered", "heaviest"]) expect(swing).not.toHaveProperty(said);
  }
});

test("A chance of the die has the article that it is read with", () => {
  expect(words.dieShowed(5, 0.83)).toBe("The die showed 5. This result had an 83% chance.");
  expect(words.dieShowed(1, 0.17)).toBe("The die showed 1. This result had a 17% chance.");
});

test("Where no value of a track changed, the battle is named that brought most of the change", () => {
  const strength: Series = {
    ...morale,
    id: "strength",
    changes: [
      [8, 2, -2],
      [8, 3, 1],
      [8, 4, -2],
      [8, 5, -3],
    ],
  };
  const roll = { title: "Combat", chart: "", dice: [5], total: 5, result: "2DR" };
  const log = [
    event({ kind: "roll", ...roll, text: "2 to 1, a 1: AR.", spaces: ["3110"] }),
    event({ kind: "loss", piece: "one" }),
    event({ kind: "card", deck: "axis", card: 3, line: "general" }),
    event({ kind: "roll", ...roll, text: "A card's die." }),
    event({ kind: "roll", ...roll, text: "6 to 1, a 5: 2DR.", spaces: ["3210"], ply: 4 }),
    event({ kind: "loss", piece: "two", ply: 4 }),
    event({ kind: "loss", piece: "three", ply: 5 }),
  ] as GameEvent[];
  expect(swings([strength], log)).toMatchObject([
    { ply: 4, cause: "6 to 1, a 5: 2DR.", place: "3210", roll: { dice: [5] }, cards: [{ card: 3 }] },
  ]);
});

test("Where no battle brought half of it, the heaviest is named, and what changed hands instead of a step", () => {
  const cities: Series = {
    ...morale,
    id: "cities",
    changes: [
      [8, 2, -2],
      [8, 3, -2],
      [8, 4, -2],
    ],
  };
  const roll = { title: "Combat", chart: "", dice: [5], total: 5, result: "DE" };
  const taken = ["W7", "FF6", "W7"].map((space, at) => event({ kind: "control", step: "", space, ply: 3 + (at && 1) }));
  const log = [
    event({ kind: "roll", ...roll, text: "7 to 1: DE.", spaces: ["Z7"], step: "fight" }),
    event({ kind: "loss", piece: "one", step: "fight" }),
    event({ kind: "step", step: "", ply: 3 }),
    ...taken,
  ] as GameEvent[];
  expect(swings([cities], log)).toMatchObject([
    { cause: "7 to 1: DE.", place: "Z7", heaviest: true, taken: ["W7", "FF6"] },
  ]);
  const moved: Series["changes"] = [
    [8, 3, -3],
    [8, 4, -3],
  ];
  const [swing] = swings([{ ...cities, changes: moved }], taken);
  expect(swing).toMatchObject({ cause: "", taken: ["W7", "FF6"] });
  expect(swing).not.toHaveProperty("step");
});

test("A change that one decision made is that decision's, whatever else happened in its turn", () => {
  const log = [
    event({ kind: "roll", dice: [2], text: "Attack on 45, die 2: DX.", spaces: ["45"] }),
    event({ kind: "control", space: "45" }),
    event({ kind: "step", step: "upkeep", ply: 3 }),
    event({ kind: "held", step: "upkeep", text: "6th Army surrenders.", ply: 3 }),
  ] as GameEvent[];
  const changes: Series["changes"] = [
    [8, 2, -1],
    [8, 3, -5],
  ];
  expect(swings([{ ...morale, changes }], log)).toMatchObject([
    { cause: "6th Army surrenders.", whole: false, ply: 3 },
  ]);
  const alone = { ...morale, changes: [[8, 3, -6]] } as Series;
  expect(swings([alone], log)).toMatchObject([{ cause: "6th Army surrenders.", whole: true }]);
});

test("What was reversed in the same turn is not the cause of what is left", () => {
  const log = [
    event({ kind: "note", text: "One is out of supply.", ply: 2 }),
    event({ kind: "move", piece: "a", text: "A moves.", ply: 3 }),
    event({ kind: "note", text: "Another is out of supply.", ply: 4 }),
  ] as GameEvent[];
  const cut = (from: number, to: number, ...changes: [number, number][]): Series => ({
    ...morale,
    id: "cut",
    points: points(from, to, 4),
    changes: changes.map(([ply, by]) => [8, ply, by]),
  });
  expect(swings([cut(0, 1, [2, 1], [3, -1], [4, 1])], log)).toMatchObject([
    { cause: "Another is out of supply.", whole: true, ply: 4 },
  ]);
  expect(swings([cut(1, 0, [2, 2], [3, -2], [4, -1])], log)).toMatchObject([
    { cause: "Another is out of supply.", ply: 4 },
  ]);
});

test("Of an entry with several sentences, the step is named", () => {
  const log = [
    event({ kind: "roll", dice: [5], text: "The 113th Infantry, die 5: survives.", step: "collapse" }),
    event({ kind: "move", piece: "a", text: "The 113th Infantry retreats.", step: "collapse" }),
    event({ kind: "control", space: "45", step: "collapse" }),
    event({ kind: "step", text: "Victory", step: "victory" }),
  ] as GameEvent[];
  expect(swings([{ ...morale, changes: [[8, 2, -6]] }], log)).toMatchObject([{ cause: "", step: "collapse" }]);
});

test("A battle is that of its entry, even if a step follows in it", () => {
  const log = [
    event({ kind: "roll", dice: [5], text: "7 to 1: DE.", spaces: ["Z7"] }),
    event({ kind: "loss", piece: "one" }),
    event({ kind: "step", text: "Battles", step: "fight" }),
  ] as GameEvent[];
  expect(swings([{ ...morale, changes: [[8, 2, -6]] }], log)).toMatchObject([{ cause: "7 to 1: DE.", place: "Z7" }]);
});

test("Many small changes in one step are that step's, not those of the turn's battle", () => {
  const log = [
    event({ kind: "roll", dice: [2], text: "Attack on 45, die 2: DX.", spaces: ["45"] }),
    event({ kind: "step", step: "collapse", text: "German collapse", ply: 3 }),
    ...[3, 4, 5, 6].map((ply) => event({ kind: "loss", step: "collapse", piece: `${ply}`, ply })),
  ] as GameEvent[];
  const changes = [2, 3, 4, 5, 6].map((ply): [number, number, number] => [8, ply, ply === 2 ? -2 : -1]);
  const [swing] = swings([{ ...morale, changes }], log);
  expect(swing).toMatchObject({ cause: "", scattered: true, step: "collapse" });
  expect(swing).not.toHaveProperty("place");
});

test("Only what happened in a turn explains its change", () => {
  const spawn: Series = { ...morale, id: "spawn", points: [...morale.points, [9, 12, 3]], changes: [[9, 3, -2]] };
  const found = swings([spawn], [event({ kind: "control", space: "3", turn: 9, ply: 3 })]);
  expect(found).toMatchObject([
    { turn: 8, scattered: true },
    { turn: 9, from: 14, to: 12, taken: ["3"] },
  ]);
});

test("A mean is shown with one decimal", () => {
  expect([13.77777777777779, 5, 2.25].map(tenth)).toEqual([13.8, 5, 2.3]);
});

test("The dice of a game are those of single rolls and of volleys", () => {
  const log = [
    event({ kind: "roll", dice: [1, 2] }),
    event({
      kind: "volley",
      fires: [
        { text: "", needs: 4, dice: [6, 6, 5] },
        { text: "", needs: 5, dice: [4] },
      ],
    }),
    event({ kind: "note" }),
  ];
  expect(luck(log)).toEqual({ dice: 6, mean: 4 });
});
