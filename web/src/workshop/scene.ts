import type { Border, Picture, Point, Scene, Scenery, Space, Workshop } from "../protocol";
import type { Hex, Hexes } from "../board/hexes";
import type { BoardModel } from "../board/model";
import { at, type Book } from "./book";
import { HexMap } from "./hexmap";
import { linesOf, through, type Pair } from "./lines";
import { placesOf } from "./places";

/** The board of a workshop is empty. */
export const EMPTY: Picture = {
  turn: 0,
  phase: "",
  step: "",
  headline: "",
  pieces: [],
  tracks: {},
  standing: "",
} as unknown as Picture;

const MARGIN = 0.75;

/** A board as it is drawn: what is on it, the fill of each hex, and its side at the start. */
export interface Drawn {
  model: BoardModel;
  fill?: (hex: Hex) => string;
  control?: Record<string, string>;
}

/** The fill of a hex: what its layers say. The last layer with a fill wins, but none wins over water. */
export function fillsOf(map: HexMap): (hex: { id: string }) => string {
  const layers = map.sheet.layers.map(({ id, choices }) => ({
    id,
    fills: new Map(choices.map(({ value, fill }) => [value, fill])),
  }));
  return ({ id }) => {
    const cell = map.cells.get(id);
    if (!cell?.there) return "far";
    let found = "steppe";
    for (const layer of layers) {
      const fill = layer.fills.get(map.of(cell, layer.id));
      if (fill && found !== "water") found = fill;
    }
    return found;
  };
}

/** The side of each hex at the start. */
export function controlOf(map: HexMap): Record<string, string> {
  const control: Record<string, string> = {};
  for (const { id, choices } of map.sheet.layers) {
    const sides = new Map(choices.flatMap(({ value, side }) => (side ? [[value, side]] : [])));
    if (!sides.size) continue;
    for (const cell of map.hexes) {
      const side = sides.get(map.of(cell, id));
      if (side) control[cell.id] = side;
    }
  }
  return control;
}

/** The parts of a book that determine the board without its ground. As long as they are the same, so is the board. */
export const partsOf = (workshop: Workshop, book: Book, map: HexMap): unknown[] => [
  map.sheet.written === "rows" ? map.cells : book,
  ...[...(workshop.lines ?? []), ...(workshop.places ?? [])].map(({ file, path }) => at(book, file, path)),
];

/** The possible fills of hexes, and the color of each. */
export const INKS: Record<string, string> = {
  steppe: "steppe-so", city: "city", wood: "wood", water: "water", hill: "hill", mountain: "mountain", marsh: "marsh",
  rough: "rough", closed: "closed", far: "east",
}; // prettier-ignore

/** The position of the center of a place on the sheet; null for a name that the sheet does not have. */
export function middles(map: HexMap): (id: string) => Point | null {
  const { origin, pitch, shifted } = map.grid();
  const [x, y] = origin;
  return (id) => {
    const cell = map.cells.get(id);
    if (!cell) return null;
    const half = cell.row % 2 === (shifted === "odd" ? 1 : 0) ? 0.5 * (shifted === "odd" ? 1 : -1) : 0;
    return [x + pitch * (cell.column + half), y + pitch * Math.sqrt(0.75) * cell.row];
  };
}

/** The board as it is at the table, except for its ground, made only from its files. */
export function sceneOf(base: Scene, workshop: Workshop, book: Book, map: HexMap): Scene {
  const grid = map.grid();
  const middle = middles(map);
  const scenery: Scenery[] = [];
  const borders: Border[] = [];
  for (const kind of workshop.lines ?? [])
    for (const line of linesOf(book, kind)) {
      if (through(kind)) {
        const points = line.hexes.map(middle).filter((point) => point !== null);
        const style = line.kind === "rail" ? "railway" : kind.style;
        if (points.length > 1)
          scenery.push({ kind: "line", style, name: line.name, points, width: kind.width ?? 0, rank: rank(line.kind) });
      } else if (kind.style === "bridge")
        scenery.push(...line.sides.flatMap((side) => bridge(side, middle, grid.pitch)));
      else
        for (const side of line.sides)
          borders.push({ spaces: [...side], kind: kind.style === "river" ? "river" : "blocked" });
    }
  const spaces: Space[] = [];
  const named = new Map<string, string>();
  for (const { id, name } of map.hexes) if (name && name !== id) named.set(id, name);
  for (const kind of workshop.places ?? [])
    for (const place of placesOf(book, kind)) {
      const where = middle(place.hex);
      const field = kind.fields?.find((one) => one.name === kind.rank);
      const major = field !== undefined && field.choices?.[0]?.value === place.entry[field.name];
      if (where && kind.written === "entries")
        scenery.push({ kind: "place", style: "city", name: place.name, at: where, rank: major ? 1 : 2 });
      else if (where) named.set(place.hex, place.name);
    }
  for (const [id, name] of named) spaces.push({ id, label: id, name, kind: "hex", level: 2 });
  const [x, y] = grid.origin;
  const frame: Scene["frame"] = [
    x - MARGIN * grid.pitch,
    y - MARGIN * grid.pitch,
    grid.pitch * (map.columns + 0.5 + 2 * MARGIN - 1),
    grid.pitch * (Math.sqrt(0.75) * (map.rows - 1) + 2 * MARGIN),
  ];
  return {
    ...base,
    frame,
    spaces,
    grid: { ...grid, numbers: base.grid?.numbers ?? 0 },
    terrains: Object.keys(INKS).map((fill) => ({ id: fill, name: fill, fill: fill as "steppe" })),
    borders,
    scenery,
    control: {},
    panels: [],
    pieces: [],
    tracks: [],
  };
}

const rank = (kind: string): number => (kind === "minor" ? 2 : 1);

function bridge([one, other]: Pair, middle: (id: string) => Point | null, pitch: number): Scenery[] {
  const [a, b] = [middle(one), middle(other)];
  if (!a || !b) return [];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [dx, dy] = [((b[0] - a[0]) / pitch) * pitch * 0.14, ((b[1] - a[1]) / pitch) * pitch * 0.14];
  return [
    {
      kind: "line",
      style: "bridge",
      width: pitch * 0.1,
      points: [
        [x - dx, y - dy],
        [x + dx, y + dy],
      ],
    },
  ];
}

/** The ids of the hexes around one, starting with itself: 1, 7 or 19. */
export function around(hexes: Hexes, id: string, size: number): string[] {
  const found = new Set<string>([id]);
  for (let ring = 1; ring < size; ring++)
    for (const one of [...found]) {
      const hex = hexes.byId.get(one);
      if (!hex) continue;
      for (let side = 0; side < 6; side++) {
        const next = hexes.beyond(hex, side);
        if (next) found.add(next.id);
      }
    }
  return [...found];
}
