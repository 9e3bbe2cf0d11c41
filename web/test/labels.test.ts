import { describe, expect, it, vi } from "vitest";
import { lettering } from "../src/board/lettering/along";
import { clearOf, placeLabels, type Labels } from "../src/board/lettering/labels";
import { box, meets, type BBox } from "../src/board/lettering/taken";
import { BoardModel } from "../src/board/model";
import { stacks, type StackOnBoard } from "../src/board/counters/stacks";
import { frontOf } from "../src/board/ground/strokes";
import type { Picture, Scene } from "../src/protocol";

vi.hoisted(() => Object.defineProperty(document, "fonts", { value: new EventTarget() }));

const SIDE = 8;
const square = (x: number): [number, number][] => [
  [x, 0],
  [x + SIDE, 0],
  [x + SIDE, SIDE],
  [x, SIDE],
];
const scene = {
  title: "Two areas",
  frame: [0, 0, 2 * SIDE, SIDE],
  counter: { side: 2 },
  seats: [],
  sides: [
    { id: "ours", name: "Ours", tone: "a" },
    { id: "theirs", name: "Theirs", tone: "b" },
  ],
  spaces: [
    { id: "west", label: "1", name: "West", kind: "area", shape: square(0), text: [4, 4], counters: [4, 4] },
    { id: "east", label: "2", name: "East", kind: "area", shape: square(SIDE), text: [8.5, 1], counters: [12, 6] },
  ],
  borders: [
    {
      spaces: ["west", "east"],
      points: [
        [SIDE, 0],
        [SIDE, SIDE],
      ],
    },
  ],
  marks: [{ id: "fort", name: "Fort", symbol: "battlement" }],
  scenery: [{ kind: "place", style: "town", name: "Mill", at: [4, 4], rank: 3 }],
} as unknown as Scene;
const picture = {
  pieces: [{ id: "u1", at: "west", side: "ours" }],
  marks: [{ mark: "fort", at: "west" }],
  control: { west: "ours", east: "theirs" },
} as unknown as Picture;

function placed(k: number): { labels: Labels; model: BoardModel; all: StackOnBoard[] } {
  const model = new BoardModel(scene);
  const front = frontOf(model, picture, null);
  const all = stacks(model, picture);
  return {
    model,
    all,
    labels: placeLabels({ model, picture, all, front, k, grow: 1, textScale: Math.max(1, 1 / k), level: 0 }),
  };
}

describe("labels", () => {
  it("stand clear of counters, and do not cross the front", () => {
    const { labels, model } = placed(1);
    const [x, y] = model.space.get("west")!.counters;
    const west = labels.areas.get("west")!;
    const [beside, over] = [Math.abs(west.at[0] - x) - west.width / 2, Math.abs(west.at[1] - y) - 7];
    expect(Math.max(beside, over)).toBeGreaterThan(17.5);
    const east = labels.areas.get("east")!;
    expect(east.at[0] - east.width / 2).toBeGreaterThan(SIDE * model.scale);
  });

  it("marks stand beside the counters, landmarks round their places", () => {
    const { labels, model } = placed(1);
    const [x, y] = model.space.get("west")!.counters;
    const [mx, my] = labels.marks.get("west")!;
    expect(Math.max(Math.abs(mx - x), Math.abs(my - y))).toBeGreaterThan(17.5 + 6);
    const [mill] = [...labels.places.values()];
    expect(Math.max(Math.abs(mill!.at[0] - x), Math.abs(mill!.at[1] - y))).toBeGreaterThan(17.5);
  });

  it("a number that finds no room goes", () => {
    const full = { ...picture, pieces: [1, 2, 3, 4].map((n) => ({ id: `u${n}`, at: "west", side: "ours" })) };
    const model = new BoardModel(scene);
    const [front, all] = [frontOf(model, full, null), stacks(model, full)];
    const at = (k: number): string[] => {
      const board = { model, picture: full, all, front, k, grow: 1, textScale: 1 / k, level: 0 };
      return [...placeLabels(board).areas.keys()].sort();
    };
    expect(at(0.2)).toEqual(["east"]);
    expect(at(1)).toEqual(["east", "west"]);
  });

  it("names go where there is no room for them, before their numbers", () => {
    const { labels } = placed(0.3);
    expect([...labels.areas.values()].map(({ named }) => named)).toContain(false);
    expect(labels.places.size).toBe(0);
  });

  it.each([0.2, 0.3, 0.5, 1, 2])("no two overlap, nor does one lie on a counter (scale %d)", (k) => {
    const { labels, all } = placed(k);
    const boxes = [...labels.boxes.values()];
    const counters = all.flatMap(({ placed }) => placed.map(({ at }) => box(at, 35, 35)));
    boxes.forEach((own, index) => {
      const others = [...boxes.slice(index + 1).flat(), ...counters];
      for (const one of own) expect(others.map((other) => meets(one, other)).filter((by) => by > 0.01)).toEqual([]);
    });
  });

  it("one that a digit of reach comes to lie on is hidden, the others stay where they are", () => {
    const { labels } = placed(1);
    const [[first]] = [...labels.boxes.values()] as [BBox[]];
    const [key] = [...labels.boxes.keys()];
    const rest = clearOf(labels, [first!]);
    expect(rest.areas.has(key as string)).toBe(false);
    for (const [id, label] of rest.areas) expect(label).toBe(labels.areas.get(id));
    expect(clearOf(labels, [])).toBe(labels);
  });

  it("name a hex inside it, in two lines where one is too long, from its level on, and below its counters", () => {
    const board = {
      title: "Three hexes",
      frame: [-2, -2, 8, 4],
      counter: { side: 0.6 },
      stacks: [{ side: 0.6, at: [[0, 0]] }],
      seats: [],
      sides: [{ id: "ours", name: "Ours", tone: "a" }],
      grid: { orientation: "pointy", pitch: 1.2, origin: [0, 0], shifted: "odd", ids: ["a b c"] },
      spaces: [
        { id: "a", label: "a", name: "Upper settlement", kind: "hex", level: 0 },
        { id: "b", label: "b", name: "Mill", kind: "hex", level: 1 },
        { id: "c", label: "c", name: "Ford", kind: "hex", level: 0 },
      ],
    } as unknown as Scene;
    const model = new BoardModel(board);
    const stood = { pieces: [{ id: "u1", at: "c", side: "ours" }], control: {} } as unknown as Picture;
    const all = stacks(model, stood);
    const named = (level: number): Labels["hexes"] =>
      placeLabels({ model, picture: stood, all, front: [], k: 1, grow: 1, textScale: 1, level }).hexes;
    expect(named(0).get("a")!.lines).toEqual(["Upper", "settlement"]);
    expect([named(0).has("b"), named(1).get("b")!.lines]).toEqual([false, ["Mill"]]);
    const [, y] = model.space.get("c")!.counters;
    expect(named(0).get("c")!.at[1]).toBeGreaterThan(y + 17.5);
  });

  it("among hexes a city's name stays beside it and a country's in its middle, or they go; letters fit their line", () => {
    const ids = ["a b c d e", "f g h i j", "k l m n o", "p q r s t", "u v w x y"];
    const line = [
      [2, 3.1],
      [42, 3.1],
    ];
    const model = new BoardModel({
      title: "Many hexes",
      frame: [0, 0, 44, 36],
      counter: { side: 7 },
      seats: [],
      sides: [{ id: "ours", name: "Ours", tone: "a" }],
      grid: { orientation: "pointy", pitch: 8, origin: [4, 4], shifted: "odd", ids },
      spaces: [],
      scenery: [
        { kind: "place", style: "city", name: "Warsaw", at: [24, 18], rank: 1 },
        { kind: "text", style: "country", name: "Reich", size: 14, spacing: 0.2, points: line },
      ],
    } as unknown as Scene);
    const shown = (held: string): [number, number] => {
      const pieces = [...held].map((at) => ({ id: `u-${at}`, at, side: "ours" }));
      const picture = { pieces, control: {} } as unknown as Picture;
      const all = stacks(model, picture);
      const labels = placeLabels({ model, picture, all, front: [], k: 1, grow: 1, textScale: 1, level: 0 });
      return [labels.places.size, labels.texts.size];
    };
    expect(shown("")).toEqual([1, 1]);
    expect(shown("fghijklmnopqrstuvwxy")).toEqual([0, 1]);
    expect(shown("abcde")).toEqual([1, 0]);
    const { size, spacing } = lettering(
      model.scenery.find((item) => item.kind === "text")!,
      0.01,
    );
    expect(size).toBeLessThan(14 / 0.01);
    expect(spacing).toBe(0);
  });

  it("the name of a small region stands below or above that of a town in it, never on it", () => {
    const line = [
      [40, 50],
      [160, 50],
    ];
    const model = new BoardModel({
      title: "A zone",
      frame: [0, 0, 200, 100],
      counter: { side: 7 },
      seats: [],
      sides: [{ id: "ours", name: "Ours", tone: "a" }],
      spaces: [],
      scenery: [
        { kind: "place", style: "city", name: "Verkhne-Tsaritsynski", at: [100, 38], rank: 1 },
        { kind: "text", style: "region", name: "Zone B", points: line },
      ],
    } as unknown as Scene);
    const picture = { pieces: [], control: {} } as unknown as Picture;
    const labels = placeLabels({ model, picture, all: [], front: [], k: 1, grow: 1, textScale: 1, level: 0 });
    const town = [...labels.places.values()][0]!.at[1];
    const { below } = [...labels.texts.values()][0]!;
    expect(Math.abs(50 + below - town)).toBeGreaterThan(13);
  });
});
