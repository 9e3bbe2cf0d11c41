import { describe, expect, it } from "vitest";
import { BoardModel } from "../src/board/model";
import { Land, type Stroke } from "../src/board/ground/strokes";
import type { Picture, Scene } from "../src/protocol";

const square = (x: number): [number, number][] => [
  [x, 0],
  [x + 10, 0],
  [x + 10, 10],
  [x, 10],
];
const scene = {
  title: "Two areas",
  frame: [0, 0, 20, 10],
  counter: { side: 2 },
  seats: [],
  sides: [
    { id: "ours", name: "Ours", tone: "a" },
    { id: "theirs", name: "Theirs", tone: "b" },
  ],
  spaces: [
    { id: "west", label: "1", name: "West", kind: "area", shape: square(0) },
    { id: "east", label: "2", name: "East", kind: "area", shape: square(10) },
    { id: "off", label: "3", name: "Pool", kind: "box", shape: square(20), slots: square(22).slice(0, 2) },
  ],
  borders: [
    {
      spaces: ["west", "east"],
      points: [
        [10, 0],
        [10, 10],
      ],
    },
  ],
  scenery: [
    {
      kind: "line",
      style: "stream",
      points: [
        [0, 5],
        [4, 6],
      ],
      levels: [0, 1],
    },
    {
      kind: "line",
      style: "stream",
      points: [
        [0, 7],
        [4, 8],
      ],
    },
    { kind: "fill", style: "city", shape: square(2) },
  ],
} as unknown as Scene;

const drawn = (control: Record<string, string>): { below: Stroke[]; above: Stroke[] } =>
  new Land(new BoardModel(scene), null).strokes({ control, pieces: [] } as unknown as Picture, null);

describe("the strokes of a ground", () => {
  it("colours an area by who holds it, and a front runs where the holders differ", () => {
    const apart = drawn({ west: "ours", east: "theirs" });
    const [west, east] = [...new BoardModel(scene).spaces].map(({ d }) => apart.below.find((one) => one.d === d));
    expect([west?.fill, east?.fill]).toEqual(["steppe-ax", "steppe-so"]);
    expect(apart.above.some(({ line }) => line === "front")).toBe(true);
    expect(drawn({ west: "ours", east: "ours" }).above.some(({ line }) => line === "front")).toBe(false);
  });

  it("shows a box beside the map with a place for each of its slots, empty or not", () => {
    const box = new BoardModel(scene).space.get("off")!;
    const { above } = drawn({});
    const at = above.findIndex(({ d }) => d === box.d);
    expect(above[at]?.fill).toBe("panel2");
    expect(above[at + 1]?.d.match(/M/g)).toHaveLength(2);
    const [x, y] = box.slots[0]!;
    expect(above[at + 1]?.d).toContain(`M${x - 17.5},${y - 17.5}h35`);
  });

  it("keeps apart what is painted at other levels of the zoom, and paints towns over streams' ground", () => {
    const { above } = drawn({});
    const streams = above.filter(({ line }) => line === "water2");
    expect(streams.map(({ levels }) => levels)).toEqual([[0, 1], undefined]);
    expect(above.findIndex(({ fill }) => fill === "city")).toBeLessThan(above.indexOf(streams[0]!));
  });
});
