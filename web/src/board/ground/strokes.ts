import type { Picture, Point, Space, Tone } from "../../protocol";
import { COUNTER, curve, front, frontBorders, hachures, path, sheets, type Stretch } from "../geometry";
import type { BoardModel, Drawn, Line } from "../model";
import { slotSize } from "../counters/stacks";
import type { GridControl, GridGround } from "./terrain";

/** One shape that the painter fills, strokes or both. Colours are names in palette.css, without their dashes. */
export interface Stroke {
  d: string;
  fill?: string;
  evenodd?: boolean;
  line?: string;
  /** Width of the line in pixels of the screen, and in pixels of the board, which grow with it; both add up. */
  width?: number;
  wide?: number;
  /** The line grows thinner as the board shrinks. */
  thins?: boolean;
  /** In pixels of the screen. */
  dash?: number[];
  /** The line ends square, at its last point. */
  butt?: boolean;
  opacity?: number;
  /** Nothing is painted outside this path. */
  clip?: string;
  /** First and last level of the zoom, and screen pixels from hex to hex, at which it is painted. */
  levels?: [number, number];
  pitch?: [number, number];
}

type Look = Omit<Stroke, "d" | "levels" | "pitch" | "clip">;

/** What is below the shaded relief and what is above it. */
export interface Strokes {
  below: Stroke[];
  above: Stroke[];
}

/** The number of a hex, and the middle of its upper edge; the color of the chip that it is on, if it does. */
export interface HexNumber {
  text: string;
  at: Point;
  chip?: string;
}

/** The numbers of a grid's hexes in play. Where a game says from which scale they are shown, held and key ones are on chips. */
export function hexNumbers(model: BoardModel, grid: GridGround, picture: Picture): HexNumber[] {
  return model.grid!.all.filter(grid.inPlay).map((hex) => {
    const { space, text } = model.space.get(hex.id)!;
    if (!model.scene.grid?.numbers) return { text: space.label, at: text };
    const ours = ofTone(model.tone(model.sideOf(hex.id, picture)) ?? "b") === "a";
    const chip = space.features?.includes("key") ? (ours ? "axis" : "sov") : ours ? "front" : undefined;
    return { text: space.label, at: text, chip };
  });
}

/** The colors of their chips. */
export const CHIPS = ["axis", "sov", "front"];

const FILLS: Record<string, Look[]> = {
  far: [{ fill: "east" }],
  closed: [{ fill: "closed" }],
  island: [{ fill: "east", line: "bank", width: 1 }],
  city: [{ fill: "city", opacity: 0.9 }],
  block: [{ fill: "block" }],
  relief: [{ fill: "ink", opacity: 0.05 }],
  water: [{ fill: "water", line: "bank", width: 1 }],
  ice: [{ fill: "steppe-so", line: "bank", width: 1, opacity: 0.8 }],
  marsh: [{ fill: "marsh", opacity: 0.62 }],
  mountain: [{ fill: "mountain", opacity: 0.5 }],
  wood: [{ fill: "wood", opacity: 0.8 }],
  rough: [{ fill: "rough", opacity: 0.8 }],
  zone: [
    { fill: "gold", opacity: 0.1 },
    { line: "gold", width: 2.2, dash: [8, 5] },
  ],
};

/** Lines that belong to the ground, in drawing order; hachures are drawn across their course. */
const ON_GROUND: [string, Look][] = [
  ["contour", { line: "balka", opacity: 0.38, width: 0.6 }],
  ["gully", { line: "border", opacity: 0.28, width: 1.2 }],
  ["stream", { line: "water2", opacity: 0.55, width: 1.7 }],
  ["hachure", { line: "balka", opacity: 0.6, width: 1 }],
];

/** Lines across it, in drawing order. Roads of rank 2 are minor ones. */
const ACROSS: [string, Look, ((line: Line) => boolean)?][] = [
  ["border", { line: "frontier", opacity: 0.7, width: 1, dash: [5, 3], butt: true }],
  ["frontier", { line: "frontier", opacity: 0.28, width: 5 }],
  ["frontier", { line: "frontier", width: 1.4, dash: [9, 3, 2, 3], butt: true }],
  ["wall", { line: "balka", width: 2.4, dash: [2, 2.4], butt: true }],
  ["road", { line: "border-halo", opacity: 0.7, width: 5.4, thins: true }],
  ["road", { line: "road2", width: 1.7, thins: true }, ({ rank }) => rank === 2],
  ["road", { line: "road", width: 3.4, thins: true }, ({ rank }) => rank !== 2],
  ["railway", { line: "ink2", opacity: 0.42, width: 2.2, thins: true }],
  ["railway", { line: "border-halo", opacity: 0.9, width: 1.2, thins: true, dash: [5, 5], butt: true }],
];
const WATERSIDE: [string, Look][] = [
  ["bank", { line: "bank", width: 1.2 }],
  ["cliff", { line: "balka", width: 1.4 }],
  ["ferry", { line: "ink2", width: 1.4, dash: [1, 4] }],
];
const BRIDGES: [string, Look][] = [
  ["bridge", { line: "ink", width: 9, thins: true, butt: true }],
  ["bridge", { line: "border-halo", width: 5.4, thins: true, butt: true }],
];

const PATCHES: Record<string, Look> = {
  steppe: { fill: "steppe-so", line: "steppe-so" },
  city: { fill: "city" },
  wood: { fill: "wood" },
  water: { fill: "water" },
  hill: { fill: "hill" },
  mountain: { fill: "mountain" },
  marsh: { fill: "marsh" },
  rough: { fill: "rough" },
  closed: { fill: "closed" },
  far: { fill: "east" },
};
const PATCH_OPACITY: Record<string, number> = {
  hill: 0.6,
  mountain: 0.6,
  rough: 0.6,
  marsh: 0.66,
  wood: 0.66,
  city: 0.75,
};
const SIGNS: Record<string, string> = { marsh: "sign-marsh", wood: "sign-wood" };
const HELD: Record<"a" | "b", Look> = {
  a: { fill: "steppe-ax", line: "steppe-ax" },
  b: { fill: "steppe-so", line: "steppe-so" },
};
/** Hex lines are faint where hexes are small, and not drawn where they are tiny. */
const FAINT_FROM = 24;
const CLEAR_FROM = 44;

/** Where the front runs. */
export const frontOf = (model: BoardModel, picture: Picture, control: GridControl | null): Stretch[] =>
  control?.front ??
  frontBorders(
    model.borders,
    (id) => model.ring(id),
    (id) => model.tone(model.sideOf(id, picture)),
  );

const ofTone = (tone: Tone): "a" | "b" => (tone === "b" ? "b" : "a");

/** The items of each pair of levels, so that they can be told apart when they are painted. */
function byLevels<T extends Drawn>(items: T[]): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const key = item.levels?.join() ?? "";
    const list = found.get(key);
    if (list) list.push(item);
    else found.set(key, [item]);
  }
  return [...found.values()];
}

/** What is drawn of a scene whatever its ground is: once for a board, and once for it in frost. */
class Courses {
  readonly fills: Stroke[];
  readonly across: Stroke[];
  readonly over: Stroke[];
  readonly panels: Stroke[];

  constructor(model: BoardModel, frozen: boolean) {
    const { scenery } = model;
    const lines = scenery.filter((item): item is Line => item.kind === "line");
    const draw = (points: Point[]): string => (model.grid ? curve(points) : path(points));
    const ring = (points: Point[]): string => (model.grid ? curve : path)(points, true);
    const square = (points: Point[]): string => path(points, true);
    const course = (style: string, look: Look, only?: (line: Line) => boolean, as = draw): Stroke[] =>
      byLevels(lines.filter((line) => line.style === style && (!only || only(line)))).flatMap((same) =>
        sheets(
          same.map(({ points }) => points),
          as,
        ).map((d) => ({ d, ...look, levels: same[0]!.levels })),
      );
    this.fills = [
      ...scenery.flatMap((item) =>
        item.kind === "fill"
          ? (FILLS[frozen && item.freezes ? "ice" : item.style] ?? []).map((look): Stroke => ({
              d: [item.shape, ...item.holes].map(item.style === "block" ? square : ring).join(""),
              evenodd: true,
              levels: item.levels,
              ...look,
            }))
          : [],
      ),
      ...ON_GROUND.flatMap(([style, look]) =>
        course(style, look, undefined, style === "hachure" ? (points) => hachures(points, 5, 3) : path),
      ),
    ];
    this.panels = model.spaces.flatMap((one): Stroke[] => {
      if (one.space.kind !== "box") return [];
      const panel = { d: one.d, fill: "panel2", line: "line", width: 1.2 };
      const side = COUNTER * slotSize(model, one);
      const slots = one.slots.map(([x, y]) => `M${x - side / 2},${y - side / 2}h${side}v${side}h${-side}z`);
      return slots.length ? [panel, { d: slots.join(""), fill: "line", opacity: 0.5 }] : [panel];
    });
    const borders = (only: (kind: string | undefined) => boolean): Point[][] =>
      model.borders.flatMap(({ border, points }) => (only(border.kind) ? [points] : []));
    const open = sheets(
      borders((kind) => kind !== "blocked"),
      path,
    );
    const blocked = borders((kind) => kind === "blocked");
    const wet = borders((kind) => kind === "river")
      .map((points) => path(points))
      .join("");
    const rivers = lines.filter(({ style }) => style === "river");
    const flow = (look: (width: number) => Look): Stroke[] =>
      [...new Set(rivers.map(({ width }) => width || 4))].flatMap((width) =>
        course("river", look(width), (line) => (line.width || 4) === width),
      );
    this.across = [
      ...(model.grid
        ? []
        : [
            ...open.map((d): Stroke => ({ d, line: "border-halo", opacity: 0.75, width: 3, thins: true })),
            ...open.map((d): Stroke => ({ d, line: "border", opacity: 0.8, width: 1, thins: true })),
          ]),
      ...ACROSS.flatMap(([style, look, only]) => course(style, look, only)),
      ...flow((wide) => ({ line: "bank", ...(model.grid ? { wide, width: 2 } : { wide: wide + 2.4 }) })),
      ...flow((wide) => ({ line: "water", wide })),
      ...WATERSIDE.flatMap(([style, look]) => course(style, look)),
      ...(rivers.length > 0 || wet === ""
        ? []
        : [
            ...(model.grid ? [{ d: wet, line: "bank", wide: 6 }] : []),
            { d: wet, line: "water", wide: model.grid ? 4 : 5 },
          ]),
    ];
    this.over = [
      ...blocked.map((line): Stroke => ({
        d: path(line),
        line: "border-halo",
        opacity: 0.8,
        width: 9,
        thins: true,
        butt: true,
      })),
      ...blocked.map((line): Stroke => ({
        d: path(line) + hachures(line, 4.4, 4.6),
        line: "balka",
        width: 1.5,
        thins: true,
      })),
      ...BRIDGES.flatMap(([style, look]) => course(style, look)),
    ];
  }
}

const courses = new WeakMap<BoardModel, Map<boolean, Courses>>();

function coursesOf(model: BoardModel, frozen: boolean): Courses {
  const known = courses.get(model) ?? new Map<boolean, Courses>();
  courses.set(model, known);
  const found = known.get(frozen) ?? new Courses(model, frozen);
  known.set(frozen, found);
  return found;
}

/** What stays the same for a whole match, except for frost. */
export class Land {
  readonly #courses: Courses;

  constructor(
    readonly model: BoardModel,
    readonly grid: GridGround | null,
    readonly frozen = false,
  ) {
    this.#courses = coursesOf(model, frozen);
  }

  /** The whole drawing, according to who holds what. */
  strokes(picture: Picture, control: GridControl | null): Strokes {
    const { model } = this;
    const toneOf = (id: string): Tone | null => model.tone(model.sideOf(id, picture));
    const line = front(frontOf(model, picture, control));
    const glow = (bands: string[], colour: string, from: number, less: number): Stroke[] =>
      bands.map((d, index) => ({ d, line: colour, wide: 6, opacity: from - index * less }));
    return {
      below: [...this.#areas(toneOf), ...this.#hexes(), ...this.#field(control), ...this.#tints(picture, control)],
      above: [
        ...this.#signs(),
        ...this.#courses.fills,
        ...this.#courses.panels,
        ...this.#hexLines(),
        ...this.#courses.across,
        ...(line.line
          ? [
              ...glow(line.ours, "front-in", 0.3, 0.1),
              ...glow(line.theirs, "front-out", 0.24, 0.08),
              { d: line.line, line: "border-halo", width: 5.4, thins: true },
              { d: line.ticks, line: "front", width: 1.8, thins: true, butt: true },
              { d: line.line, line: "front", width: 3, thins: true },
            ]
          : []),
        ...this.#courses.over,
      ],
    };
  }

  /** What is strewn over hexes of a kind of ground. */
  #signs(): Stroke[] {
    return (this.grid?.patches ?? []).map(({ fill, signs }): Stroke => ({
      d: signs,
      line: SIGNS[fill] ?? "sign-hill",
      width: 0.9,
      opacity: 0.55,
      levels: [1, Infinity],
    }));
  }

  #kind({ terrain }: Space): string {
    return (terrain !== undefined && this.model.fills.get(terrain)) || "steppe";
  }

  #areas(toneOf: (id: string) => Tone | null): Stroke[] {
    return this.model.spaces.flatMap(({ space, d }) => {
      if (space.kind !== "area") return [];
      const tone = toneOf(space.id);
      return [{ d, wide: 0.6, ...(tone ? HELD[ofTone(tone)] : PATCHES[this.#kind(space)]) }];
    });
  }

  /** Hexes with shapes of their own by their ground. */
  #hexes(): Stroke[] {
    const byKind = new Map<string, string>();
    for (const { space, d } of this.model.spaces) {
      if (space.kind === "hex") byKind.set(this.#kind(space), (byKind.get(this.#kind(space)) ?? "") + d);
    }
    return [...byKind].map(([kind, d]) => ({ d, wide: 0.6, ...PATCHES[kind] }));
  }

  /** The ground of a grid and the land of both sides. */
  #field(control: GridControl | null): Stroke[] {
    const { grid } = this;
    if (!grid) return [];
    const clip = grid.board;
    return [
      { d: clip, wide: 1, ...PATCHES.steppe },
      ...(control ? [{ d: control.held, wide: 1, clip, ...HELD.a }] : []),
      ...(this.frozen ? [{ d: clip, fill: "paper", opacity: 0.4 }] : []),
      ...grid.patches.map(({ fill, d }): Stroke => ({
        d,
        clip,
        ...PATCHES[fill],
        ...(fill === "water" ? { line: "bank", width: 1.2 } : {}),
        opacity: PATCH_OPACITY[fill],
      })),
    ];
  }

  /** The tint of the hexes that someone holds, where not all of the land is told. */
  #tints(picture: Picture, control: GridControl | null): Stroke[] {
    if (control) return [];
    const byTone = { a: "", b: "" };
    for (const [id, side] of Object.entries(this.model.sidesOf(picture))) {
      const tone = this.model.tone(side);
      const space = this.model.space.get(id);
      if (tone && space?.space.kind === "hex") byTone[ofTone(tone)] += space.d;
    }
    return [
      { d: byTone.a, fill: "axis", opacity: 0.14 },
      { d: byTone.b, fill: "sov", opacity: 0.14 },
    ];
  }

  #hexLines(): Stroke[] {
    const { model, grid } = this;
    if (!model.hexes) return [];
    const own = model.spaces.flatMap(({ space, d }) => (space.kind === "hex" ? [d] : [])).join("");
    return (grid?.lines ?? [own]).flatMap((d): Stroke[] => [
      { d, line: "border", width: 0.6, opacity: 0.26, pitch: [FAINT_FROM, CLEAR_FROM] },
      { d, line: "border", width: 0.8, opacity: 0.45, pitch: [CLEAR_FROM, Infinity] },
    ]);
  }
}
