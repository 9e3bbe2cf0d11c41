import { describe, expect, it } from "vitest";
import { BoardModel } from "../src/board/model";
import { Land, type Stroke } from "../src/board/ground/strokes";
import { gridGround } from "../src/board/ground/terrain";
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

const still = { control: {}, pieces: [] } as unknown as Picture;

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

  it("draws what only adorns the map where it is wanted", () => {
    const model = new BoardModel({
      ...scene,
      scenery: [...scene.scenery!, { kind: "fill", style: "dry", shape: square(4) }],
    } as unknown as Scene);
    const styles = (scenery: boolean): (string | undefined)[] => {
      const land = new Land(model, null, { frozen: false, season: "", scenery });
      return land.strokes(still, null).above.flatMap(({ line, fill }) => [line, fill]);
    };
    expect(styles(true)).toEqual(expect.arrayContaining(["water2", "ochre", "city"]));
    expect(styles(false)).not.toContain("water2");
    expect(styles(false)).not.toContain("ochre");
    expect(styles(false)).toContain("city");
  });

  const board = (season: "" | "winter" | "mud"): Stroke[] => {
    const model = new BoardModel({
      title: "A river",
      frame: [0, 0, 60, 40],
      counter: { side: 7 },
      seats: [],
      sides: [],
      grid: { orientation: "pointy", pitch: 10, origin: [5, 5], shifted: "odd", ids: ["a1 a2 a3", "b1 b2 b3"] },
      spaces: [],
      scenery: [{ kind: "line", style: "river", width: 1, points: [...Array(30).keys()].map((x) => [x, 10]) }],
    } as unknown as Scene);
    return new Land(model, gridGround(model), { frozen: false, season, scenery: true }).strokes(still, null).above;
  };

  it("a river of a grid is one plain line on a small map, else it grows from its source to its mouth", () => {
    const plain = board("").filter(({ pitch, line }) => pitch?.[1] === 28 && line === "bank");
    expect(plain.map(({ width }) => width)).toEqual([2]);
    const grown = board("").filter(({ line, pitch }) => line === "water" && pitch?.[0] === 28);
    const widths = grown.map(({ width = 0, wide = 0 }) => width + wide);
    expect(widths).toHaveLength(6);
    expect([...widths].sort((one, other) => one - other)).toEqual(widths);
  });

  it("mud makes rivers a pixel wider, snow breaks their banks", () => {
    const banks = (season: "" | "winter" | "mud"): Stroke[] => board(season).filter(({ line }) => line === "bank");
    banks("mud").forEach(({ width }, index) => expect(width).toBeCloseTo(banks("")[index]!.width! + 1));
    expect(banks("").every(({ dash }) => dash === undefined)).toBe(true);
    expect(banks("winter").some(({ dash }) => dash !== undefined)).toBe(true);
  });

  it("the grid is nothing under 14 pixels a hex, then corners, then outlines at every scale", () => {
    const lines = board("").filter(({ line, part }) => line === "grid" || part?.at === "ends");
    expect([...new Set(lines.map(({ pitch }) => pitch?.join(" to ")))]).toEqual(["14 to 24", "24 to Infinity"]);
    expect(lines[0]!.part).toMatchObject({ at: "ends", length: 2.5 });
  });
});
