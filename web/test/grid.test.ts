import { describe, expect, test } from "vitest";
import { curve, front, frontBorders, sheets } from "../src/board/geometry";
import { Hexes, type Hex } from "../src/board/hexes";
import { BoardModel } from "../src/board/model";
import { chains, closed, rim, softened } from "../src/board/ground/outline";
import { nextInDirection } from "../src/board/hand/reach";
import { stacks } from "../src/board/counters/stacks";
import { gridControl, gridGround, hexArea, type GridGround } from "../src/board/ground/terrain";
import type { HexGrid, Point } from "../src/protocol";
import { picture, scene } from "./forms";

const grid = (more: Partial<HexGrid> = {}): HexGrid => ({
  orientation: "pointy",
  pitch: 4,
  origin: [10, 20],
  shifted: "odd",
  ids: ["a1 a2 a3 a4", "b1 - b3 b4", "c1 c2 c3 c4"],
  ...more,
});

const KINDS = (["pointy", "flat"] as const).flatMap((orientation) =>
  (["odd", "even"] as const).map((shifted) => ({ orientation, shifted })),
);

const far = ([x, y]: Point, [a, b]: Point): number => Math.hypot(x - a, y - b);

describe("a grid of hexes", () => {
  test.each(KINDS)("the hex under a point is the one whose centre is nearest ($orientation, $shifted)", (kind) => {
    const hexes = new Hexes(grid({ ...kind, ids: ["a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4"] }), 3);
    for (const hex of hexes.all) {
      expect(hexes.at(hex.centre)).toBe(hex);
      for (const [x, y] of hexes.ring(hex, 0.97)) expect(hexes.at([x, y])).toBe(hex);
    }
    for (let x = 20; x < 80; x += 1.7) {
      for (let y = 50; y < 90; y += 1.3) {
        const found = hexes.at([x, y]);
        const nearest = [...hexes.all].sort((a, b) => far(a.centre, [x, y]) - far(b.centre, [x, y]))[0]!;
        const reach = hexes.pitch / Math.sqrt(3);
        if (found) expect(far(found.centre, [x, y])).toBeCloseTo(far(nearest.centre, [x, y]), 6);
        else expect(far(nearest.centre, [x, y])).toBeGreaterThan(reach * 0.86);
      }
    }
  });

  test.each(KINDS)(
    "the origin is the centre of the first hex, neighbours are a pitch away ($orientation, $shifted)",
    (kind) => {
      const hexes = new Hexes(grid(kind), 2);
      expect(hexes.byId.get("a1")!.centre).toEqual([20, 40]);
      for (const hex of hexes.all) {
        const near = hexes.steps.flatMap((_, side) => hexes.beyond(hex, side) ?? []);
        const wanted = hexes.all.filter((other) => Math.abs(far(other.centre, hex.centre) - 8) < 0.001);
        expect(new Set(near)).toEqual(new Set(wanted));
      }
    },
  );

  test.each([
    [{ orientation: "pointy", shifted: "odd" } as const, "b1", [12, 20 + 4 * Math.sqrt(0.75)]],
    [{ orientation: "pointy", shifted: "even" } as const, "b1", [8, 20 + 4 * Math.sqrt(0.75)]],
    [{ orientation: "flat", shifted: "odd" } as const, "a2", [10 + 4 * Math.sqrt(0.75), 22]],
    [{ orientation: "flat", shifted: "even" } as const, "a2", [10 + 4 * Math.sqrt(0.75), 18]],
  ])("shifted lines stand half a hex further (%o)", (kind, id, centre) => {
    const [x, y] = new Hexes(grid(kind), 1).byId.get(id)!.centre;
    expect([x.toFixed(6), y.toFixed(6)]).toEqual(centre.map((n) => n.toFixed(6)));
  });

  test("nothing is found in a hole and beside the board", () => {
    const hexes = new Hexes(grid(), 1);
    const [b1, b3] = [hexes.byId.get("b1")!, hexes.byId.get("b3")!];
    expect(hexes.at([(b1.centre[0] + b3.centre[0]) / 2, b1.centre[1]])).toBeNull();
    expect(hexes.at([-100, 0])).toBeNull();
  });

  test("the sides of neighbours are the same segment", () => {
    const hexes = new Hexes(grid(), 1);
    const [a, b] = [hexes.byId.get("a1")!, hexes.byId.get("a2")!];
    const sorted = (side: [Point, Point] | null): string[] =>
      side!.map(([x, y]) => `${x.toFixed(6)},${y.toFixed(6)}`).sort();
    expect(sorted(hexes.between(a, b))).toEqual(sorted(hexes.between(b, a)));
    expect(hexes.between(a, hexes.byId.get("c4")!)).toBeNull();
  });
});

describe("outlines", () => {
  test("the sides of a patch become one closed line, as long as it has sides", () => {
    const hexes = new Hexes(grid(), 1);
    const set = new Set<Hex>(["a1", "a2"].map((id) => hexes.byId.get(id)!));
    const lines = chains(rim(hexes, set));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(11);
    expect(closed(lines[0]!)).toBe(true);
  });

  test("a hole in a patch has a line of its own", () => {
    const hexes = new Hexes(grid({ ids: ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3"] }), 1);
    const ring = new Set(hexes.all.filter(({ id }) => id !== "b2"));
    expect(chains(rim(hexes, ring))).toHaveLength(2);
  });

  test("a softened line keeps near the middles of the hexsides", () => {
    const zigzag: Point[] = [...Array(9).keys()].map((x) => [x * 10, x % 2 ? 6 : 0]);
    const soft = softened(zigzag, 2);
    expect(soft[0]).toEqual(zigzag[0]);
    expect(soft[soft.length - 1]).toEqual(zigzag[8]);
    soft.slice(1, -1).forEach(([x, y], index) => {
      expect(far([x, y], [index * 10 + 5, 3])).toBeLessThanOrEqual(2.001);
    });
  });

  test("lines that begin near each other share a path, others do not", () => {
    const draw = (line: Point[]): string => `M${line[0]!.join()}`;
    expect(sheets([[[0, 0]], [[5, 5]], [[5000, 0]]], draw)).toEqual(["M0,0M5,5", "M5000,0"]);
  });

  test("a curve goes through the ends of its line", () => {
    const d = curve([
      [0, 0],
      [5, 9],
      [10, 0],
    ]);
    expect(d.startsWith("M0.0,0.0")).toBe(true);
    expect(d.endsWith("10.0,0.0")).toBe(true);
  });
});

const told = (more = {}) =>
  scene({
    sides: [
      { id: "blue", name: "Blue", tone: "a" },
      { id: "red", name: "Red", tone: "b" },
    ],
    spaces: [{ id: "a2", label: "a2", name: "The Town", kind: "hex" }],
    terrains: [
      { id: "clear", name: "Clear", fill: "steppe" },
      { id: "sea", name: "Sea", fill: "water" },
    ],
    grid: grid({ terrain: ["cccw", "c-cc", "cccc"], codes: { c: "clear", w: "sea" } }),
    ...more,
  });

describe("a board told as a grid", () => {
  test("hexes that are not listed are spaces, too; what is listed of them counts", () => {
    const model = new BoardModel(told());
    expect(model.space.size).toBe(11);
    expect(model.spaceName("a2")).toBe("a2 The Town");
    expect(model.spaceName("c4")).toBe("c4");
    expect(model.known.get("a4")?.terrain).toBe("sea");
    expect(model.at(model.space.get("c4")!.counters)).toBe("c4");
  });

  test("areas and boxes are found before the hexes below them", () => {
    const box: Point[] = [
      [9, 19],
      [11, 19],
      [11, 21],
      [9, 21],
    ];
    const model = new BoardModel(
      told({ spaces: [{ id: "reserve", label: "", name: "Reserve", kind: "box", shape: box }] }),
    );
    expect(model.at([10 * model.scale, 20 * model.scale])).toBe("reserve");
    expect(model.at(model.space.get("a2")!.counters)).toBe("a2");
  });

  test("water has hex lines like land, closed land has none, and the sea is a patch", () => {
    const sides = (ground: GridGround): number => ground.lines.join("").split("M").length - 1;
    const sea = gridGround(new BoardModel(told()));
    expect(sea.patches.map(({ fill }) => fill)).toEqual(["water"]);
    const dry = gridGround(new BoardModel(told({ grid: grid() })));
    expect(sides(sea)).toBe(sides(dry));
    const shut = told();
    shut.terrains = shut.terrains!.map((one) => (one.fill === "water" ? { ...one, fill: "closed" } : one));
    expect(sides(gridGround(new BoardModel(shut)))).toBeLessThan(sides(dry));
  });

  test("rulers follow ids that name a row and a column, either first, and are left out for others", () => {
    const rulers = (ids: string[], more: Partial<HexGrid> = {}): [string[], string[]] | null => {
      const found = new Hexes(grid({ ids, ...more }), 1).rulers;
      return found && [found.rows.map(({ text }) => text), found.columns.map(({ text }) => text)];
    };
    expect(rulers(["A1 A2 A3", "B1 - B3"])).toEqual([["A", "B"], ["1", "2", "3"]]); // prettier-ignore
    expect(rulers(["- 0908", "1007 1008"])).toEqual([["09", "10"], ["08", "07"]]); // prettier-ignore
    expect(rulers(["A1 B1", "A2 B2"], { orientation: "flat" })).toEqual([["1", "2"], ["A", "B"]]); // prettier-ignore
    expect(rulers(["W 1", "2 52"])).toBeNull();
    expect(rulers(["A1 A2", "A3 A4"])).toBeNull();
  });

  test("the mark of a shifted column is in the middle between its hexes", () => {
    const { columns, rows } = new Hexes(grid({ ids: ["a1 a2", "b1 b2"] }), 1).rulers!;
    expect(columns.map(({ at }) => at)).toEqual([11, 15]);
    expect(rows.map(({ at }) => at)).toEqual([20, 20 + 4 * Math.sqrt(0.75)]);
  });

  test("the front runs between the hexes of both sides, its ticks point away from ours", () => {
    const model = new BoardModel(told());
    const control = Object.fromEntries(
      [...model.space.keys()].map((id) => [id, id.endsWith("1") || id.endsWith("2") ? "blue" : "red"]),
    );
    const found = gridControl(model, gridGround(model), picture([], { control }))!;
    expect(found.front.length).toBeGreaterThan(0);
    for (const { points, away } of found.front) {
      const [a, b] = [points[0]!, points[1]!];
      const normal: Point = [(b[1] - a[1]) * away, (a[0] - b[0]) * away];
      expect(normal[0]).toBeGreaterThan(0); // theirs lies in the east
    }
    expect(front(found.front).line).not.toBe("");
    expect(gridControl(model, gridGround(model), picture([], { control: { a1: "blue" } }))).toBeNull();
  });

  test("blocked sides are no front, and a border of two hexes is the side between them", () => {
    const model = new BoardModel(told({ borders: [{ spaces: ["a1", "a2"], kind: "river" }] }));
    expect(model.borders[0]!.points).toHaveLength(2);
    const tone = (id: string): "a" | "b" => (id === "a1" ? "a" : "b");
    expect(frontBorders(model.borders, (id) => model.ring(id), tone)).toHaveLength(1);
  });

  test("the surface of what is on offer has one outline", () => {
    const model = new BoardModel(told());
    const { edge, surface } = hexArea(model.grid!, ["a1", "a2", "nowhere"]);
    expect(edge.split("M")).toHaveLength(2);
    expect(surface.split("M")).toHaveLength(3);
  });

  test("levels begin at so many screen pixels a board unit", () => {
    const model = new BoardModel(told({ levels: [5, 10] }));
    const at = (pixels: number): number => model.level(pixels / model.scale);
    expect([at(4.9), at(5), at(9.9), at(10), at(99)]).toEqual([0, 1, 1, 2, 2]);
  });

  test("a stack stands as the scene says, larger ones go on as its last two do", () => {
    const slots = [
      { side: 2, at: [[0, 0]] as Point[] },
      {
        side: 1,
        at: [
          [-1, 1],
          [1, -1],
        ] as Point[],
      },
    ];
    const model = new BoardModel(told({ stacks: slots }));
    const three = stacks(model, picture(["x", "y", "z"].map((id) => ({ id, at: "b1" }))))[0]!;
    const [x, y] = model.space.get("b1")!.counters;
    expect(three.placed.map(({ at }) => [(at[0] - x) / model.scale, (at[1] - y) / model.scale])).toEqual([
      [-1, 1],
      [1, -1],
      [3, -3],
    ]);
    expect(three.placed[0]!.size).toBe(0.5);
  });

  test("pieces of a box stand in its slots, what is too many lies on the last", () => {
    const shape: Point[] = [
      [0, 0],
      [9, 0],
      [9, 3],
      [0, 3],
    ];
    const slots: Point[] = [
      [2, 1],
      [5, 1],
    ];
    const model = new BoardModel(
      told({ spaces: [{ id: "pool", label: "", name: "Pool", kind: "box", shape, slots }] }),
    );
    const [stack] = stacks(model, picture(["x", "y", "z"].map((id) => ({ id, at: "pool" }))));
    const at = stack!.placed.map((one) => one.at);
    expect(at[0]).toEqual(slots[0]!.map((n) => n * model.scale));
    expect(at[1]).toEqual(slots[1]!.map((n) => n * model.scale));
    expect(at[2]![0]).toBeGreaterThan(at[1]![0]);
  });
});

describe("arrow keys", () => {
  const places = [
    { at: [10, 0] as Point, id: "east" },
    { at: [12, 8] as Point, id: "south-east" },
    { at: [0, -10] as Point, id: "north" },
    { at: [-30, 1] as Point, id: "far west" },
  ];
  test.each([
    ["ArrowRight", "east"],
    ["ArrowUp", "north"],
    ["ArrowLeft", "far west"],
    ["ArrowDown", "south-east"],
  ])("%s goes to what lies most straight ahead", (key, id) => {
    expect(nextInDirection([0, 0], key, places)?.id).toBe(id);
  });

  test("the nearest comes before what lies far away in the same column", () => {
    const far = [
      { at: [0, 70] as Point, id: "seven rows below" },
      { at: [12, 25] as Point, id: "beside" },
    ];
    expect(nextInDirection([0, 0], "ArrowDown", far)?.id).toBe("beside");
  });

  test("rows of a grid that has no straight way up are gone through one by one, without drifting", () => {
    const pointy = [...Array(8).keys()].flatMap((row) =>
      [...Array(9).keys()].map((column) => ({ at: [column * 10 + (row % 2) * 5, -row * 8.66] as Point, row })),
    );
    let at: Point = [40, 0];
    for (let row = 1; row < 8; row++) {
      const next = nextInDirection(at, "ArrowUp", pointy, 40);
      expect(next?.row).toBe(row);
      expect(Math.abs(next!.at[0] - 40)).toBeLessThanOrEqual(5);
      at = next!.at;
    }
  });

  test("other keys go nowhere, nor does an arrow into the void", () => {
    expect(nextInDirection([0, 0], "Enter", places)).toBeNull();
    expect(nextInDirection([50, 50], "ArrowRight", places)).toBeNull();
  });
});
