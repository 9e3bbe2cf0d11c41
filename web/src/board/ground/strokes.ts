import type { Picture, Point, Space, Tone } from "../../protocol";
import { COUNTER, curve, front, frontBorders, hachures, path, sheets, type Stretch } from "../geometry";
import type { BoardModel, Drawn, Line } from "../model";
import { slotSize } from "../counters/stacks";
import type { GridControl, GridGround } from "./terrain";

/** One shape that the painter fills, strokes or both. Colors are names in palette.css without their dashes. */
export interface Stroke {
  d: string;
  fill?: string;
  evenodd?: boolean;
  line?: string;
  /** The width of the line in screen pixels, plus a width in board pixels, which grows with the board. */
  width?: number;
  wide?: number;
  /** The line grows thinner as the board shrinks. */
  thins?: boolean;
  /** In pixels of the screen; grain is in those of the board. */
  dash?: number[];
  grain?: number[];
  /** Only so many pixels of the screen of each piece, at both of its ends or in its middle; the pieces are `of` long on the board. */
  part?: { at: "ends" | "middle"; length: number; of: number };
  /** The line ends square, at its last point. */
  butt?: boolean;
  opacity?: number;
  /** The path that limits the painting. */
  clip?: string;
  /**
   * The first and last zoom level, and the range of distances between hexes in screen pixels, at which it is painted.
   */
  levels?: [number, number];
  pitch?: [number, number];
}

type Look = Omit<Stroke, "d" | "levels" | "clip">;

/** The strokes below the shaded relief, and the strokes above it. */
export interface Strokes {
  below: Stroke[];
  above: Stroke[];
}

/** The number of a hex, the middle of its upper edge, and the color of its chip, if it has one. */
export interface HexNumber {
  text: string;
  at: Point;
  chip?: string;
}

/**
 * The numbers of a grid's hexes in play. If a game sets the scale at which they appear, held hexes and key hexes have
 * chips.
 */
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

/**
 * The hex size in screen pixels from which hex corners are marked, and the size from which hexes have whole outlines.
 */
const CORNERS_FROM = 14;
const OUTLINES_FROM = 24;
/** The three ticks at a corner. */
const TICK = 2.5;
/** The size from which rivers widen from source to mouth, and railways have ties. */
const COURSES_FROM = 28;
/**
 * A river with at least this share of a hex keeps its true width. The other rivers consist of this number of pieces,
 * each wider than the piece before it.
 */
const BODY = 0.25;
const PIECES = 6;
/** The width on the screen of the pale water along a coast, and of the banks under snow. */
const SHELF = 4;
const BROKEN = [18, 4];
/** The length of a bridge's sign on the screen. */
const BRIDGE = 14;

/** Scenery, which the rules ignore. */
const SCENERY = new Set(["belt", "dry", "contour", "gully", "stream"]);

const FILLS: Record<string, Look[]> = {
  belt: [{ fill: "sign-wood", opacity: 0.05 }],
  dry: [{ fill: "ochre", opacity: 0.06 }],
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

/** Lines that belong to the ground, in drawing order; hachures run across their line. */
const ON_GROUND: [string, Look][] = [
  ["contour", { line: "balka", opacity: 0.38, width: 0.6 }],
  ["gully", { line: "border", opacity: 0.28, width: 1.2 }],
  ["stream", { line: "water2", opacity: 0.55, width: 1.7 }],
  ["hachure", { line: "balka", opacity: 0.6, width: 1 }],
];

/** Lines over the ground, in drawing order. Roads have three classes: cased, plain, dashed. */
const ACROSS: [string, Look, ((line: Line) => boolean)?][] = [
  ["border", { line: "frontier", opacity: 0.7, width: 1, dash: [5, 3], butt: true }],
  ["frontier", { line: "frontier", opacity: 0.28, width: 5 }],
  ["frontier", { line: "frontier", width: 1.4, dash: [9, 3, 2, 3], butt: true }],
  ["wall", { line: "balka", width: 2.4, dash: [2, 2.4], butt: true }],
  ["road", { line: "road2", width: 1.5, dash: [6, 4], butt: true, thins: true }, ({ rank }) => rank === 3],
  ["road", { line: "border-halo", opacity: 0.7, width: 3.4, thins: true }, ({ rank }) => rank === 2],
  ["road", { line: "road2", width: 1.5, thins: true }, ({ rank }) => rank === 2],
  ["road", { line: "border-halo", opacity: 0.7, width: 6.4, thins: true }, ({ rank = 1 }) => rank < 2],
  ["road", { line: "casing", opacity: 0.7, width: 4.4, thins: true }, ({ rank = 1 }) => rank < 2],
  ["road", { line: "road", width: 3, thins: true }, ({ rank = 1 }) => rank < 2],
];
/** Railways between areas, and railways on hexes: a dark line with ties of 3 pixels, every 9 pixels. */
const RAILWAYS: [string, Look][] = [
  ["railway", { line: "ink2", opacity: 0.42, width: 2.2, thins: true }],
  ["railway", { line: "border-halo", opacity: 0.9, width: 1.2, thins: true, dash: [5, 5], butt: true }],
];
const TIES: [string, Look][] = [
  ["railway", { line: "border-halo", opacity: 0.6, width: 3.4, pitch: [COURSES_FROM, Infinity] }],
  ["railway", { line: "ink2", opacity: 0.62, width: 1.2, thins: true }],
  [
    "railway",
    { line: "ink2", opacity: 0.62, width: 4.2, dash: [1.2, 7.8], butt: true, pitch: [COURSES_FROM, Infinity] },
  ],
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
/**
 * For grids: a sign of the same size at every scale, and the length of the line on both sides of a bridge, in hexes.
 */
const REACH = 1.5;
const SPANS: Look[] = [
  { line: "ink", width: 9, butt: true },
  { line: "border-halo", width: 5, butt: true },
];

export const PATCHES: Record<string, Look> = {
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
export const PATCH_OPACITY: Record<string, number> = {
  hill: 0.6,
  mountain: 0.6,
  rough: 0.6,
  marsh: 0.66,
  wood: 0.66,
  city: 0.75,
};
/** Lines that have half their strength under snow. */
export const FADED = new Set(["marsh", "wood"]);
const SIGNS: Record<string, string> = { marsh: "sign-marsh", wood: "sign-wood" };
const HELD: Record<"a" | "b", Look> = {
  a: { fill: "steppe-ax", line: "steppe-ax" },
  b: { fill: "steppe-so", line: "steppe-so" },
};
/** The front. */
export const frontOf = (model: BoardModel, picture: Picture, control: GridControl | null): Stretch[] =>
  control?.front ??
  frontBorders(
    model.borders,
    (id) => model.ring(id),
    (id) => model.tone(model.sideOf(id, picture)),
  );

const ofTone = (tone: Tone): "a" | "b" => (tone === "b" ? "b" : "a");

/** The items of each pair of levels, so that the painter can tell them apart. */
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

type Season = NonNullable<Picture["season"]>;

/** The appearance of the season on the ground, and whether to draw mere decoration. */
export interface Weather {
  frozen: boolean;
  season: Season;
  scenery: boolean;
}
export const SUMMER: Weather = { frozen: false, season: "", scenery: true };

/** The part of a scene's drawing that does not depend on its ground, made once per board and weather. */
class Courses {
  readonly fills: Stroke[];
  readonly across: Stroke[];
  readonly over: Stroke[];
  readonly panels: Stroke[];

  constructor(model: BoardModel, { frozen, season, scenery: adorned }: Weather) {
    const winter = season === "winter";
    const scenery = model.scenery.filter(
      ({ style }) => (adorned || !SCENERY.has(style)) && !(winter && style === "dry"), // snow lies on the steppe
    );
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
      ...scenery.flatMap((item): Stroke[] => {
        if (item.kind !== "fill") return [];
        const style = frozen && item.freezes ? "ice" : item.style;
        const d = [item.shape, ...item.holes].map(item.style === "block" ? square : ring).join("");
        const fills = (FILLS[style] ?? []).map((look): Stroke => ({
          d,
          evenodd: true,
          levels: item.levels,
          ...look,
          ...(style === "water" && winter ? { dash: BROKEN, butt: true } : {}),
        }));
        if (style === "belt") return [...fills, stipple(item.shape, d)];
        // Half of the shelf is under the coast.
        if (style !== "water" || !model.grid) return fills;
        return [
          { d, fill: "water", evenodd: true },
          { d, line: "shelf", width: 2 * SHELF, clip: d },
          ...fills.map(({ fill: _fill, ...edge }) => edge),
        ];
      }),
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
    const flow = model.grid ? streams(model.grid.pitch, rivers, season) : banked(rivers, draw);
    this.across = [
      ...(model.grid
        ? []
        : [
            ...open.map((d): Stroke => ({ d, line: "border-halo", opacity: 0.75, width: 3, thins: true })),
            ...open.map((d): Stroke => ({ d, line: "border", opacity: 0.8, width: 1, thins: true })),
          ]),
      ...ACROSS.flatMap(([style, look, only]) => course(style, look, only)),
      ...(model.grid ? TIES : RAILWAYS).flatMap(([style, look]) => course(style, look)),
      ...flow,
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
      { d: villages(scenery, model.grid?.pitch ?? 0), fill: "block", opacity: 0.9, pitch: [CORNERS_FROM, Infinity] },
      ...(model.grid ? spans(lines, model.grid.pitch) : BRIDGES.flatMap(([style, look]) => course(style, look))),
    ];
  }
}

/** Dots over a wood, in board pixels: their distance and their size. */
const DOTS = 9;
const DOT = 1.3;

/** They are the dashes of lines across it, each of which begins half a step beside the one before. */
function stipple(shape: Point[], clip: string): Stroke {
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  const [left, right, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys)];
  const rows = Math.ceil((Math.max(...ys) - top) / DOTS);
  const lines = Array.from({ length: rows }, (_, row) => {
    const [x, y] = [left + (row % 2) * (DOTS / 2), top + row * DOTS + DOT / 2];
    return `M${x.toFixed(1)},${y.toFixed(1)}H${right.toFixed(1)}`;
  });
  const grain = [DOT, DOTS - DOT];
  return { d: lines.join(""), line: "sign-wood", wide: DOT, grain, butt: true, opacity: 0.3, clip };
}

/** Two to four small blocks for a village on a grid, always the same ones. */
function villages(scenery: Drawn[], pitch: number): string {
  return scenery
    .flatMap((item) => {
      if (item.kind !== "place" || item.style !== "village") return [];
      const [x, y] = item.at;
      const seed = Math.round(Math.abs(x * 7 + y * 13));
      const side = pitch * 0.085;
      return [...Array(2 + (seed % 3)).keys()].map((n) => {
        const [left, top] = [x + (n % 2 ? 0.15 : -1.15) * side, y + (n > 1 ? 0.15 : -1.15) * side];
        return `M${left.toFixed(1)},${top.toFixed(1)}h${side.toFixed(1)}v${side.toFixed(1)}h${(-side).toFixed(1)}z`;
      });
    })
    .join("");
}

/** The bridges of a grid, each around the middle of a line along its road. */
function spans(lines: Line[], pitch: number): Stroke[] {
  const of = 2 * REACH * pitch;
  const d = lines
    .filter(({ style }) => style === "bridge")
    .map(({ points }) => {
      const [[ax, ay], [bx, by]] = [points[0]!, points[points.length - 1]!];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [dx, dy] = [((bx - ax) / length) * (of / 2), ((by - ay) / length) * (of / 2)];
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      return path([
        [x - dx, y - dy],
        [x + dx, y + dy],
      ]);
    })
    .join("");
  return d === "" ? [] : SPANS.map((look) => ({ d, ...look, part: { at: "middle", length: BRIDGE, of } }));
}

/** Rivers between areas: bank, then water, in their given width. */
function banked(rivers: Line[], draw: (points: Point[]) => string): Stroke[] {
  const wides = [...new Set(rivers.map(({ width }) => width || 4))].map((wide) => ({
    wide,
    d: rivers
      .filter(({ width }) => (width || 4) === wide)
      .map(({ points }) => draw(points))
      .join(""),
  }));
  return [
    ...wides.map(({ wide, d }) => ({ d, line: "bank", wide: wide + 2.4 })),
    ...wides.map(({ wide, d }) => ({ d, line: "water", wide })),
  ];
}

/**
 * Rivers on a grid: a plain line on small hexes, otherwise a line that widens from source to mouth, most of all for the
 * largest rivers.
 */
function streams(pitch: number, rivers: Line[], season: Season): Stroke[] {
  const bodies = rivers.filter(({ width }) => width >= pitch * BODY);
  const courses = rivers.filter((river) => !bodies.includes(river));
  const widest = Math.max(...courses.map(({ width }) => width));
  const more = season === "mud" ? 1 : 0;
  const dash = season === "winter" ? { dash: BROKEN, butt: true } : {};
  const pieces = new Map<string, Stroke>();
  for (const { points, width, levels } of courses) {
    const rank = widest > 0 ? width / widest : 1;
    const count = Math.min(PIECES, Math.max(1, points.length - 1));
    for (let piece = 0; piece < count; piece++) {
      const [from, to] = [piece, piece + 1].map((n) => Math.round((n * (points.length - 1)) / count));
      const grown = ((piece + 0.5) / count) * rank;
      const key = [grown.toFixed(2), levels].join();
      const known = pieces.get(key);
      const d = curve(points.slice(from, to! + 1));
      if (known) known.d += d;
      else {
        pieces.set(key, {
          d,
          width: 2 + 1.4 * grown + more,
          wide: grown * pitch * 0.06,
          levels,
          pitch: [COURSES_FROM, Infinity],
        });
      }
    }
  }
  const plain = byLevels(courses).map((same) => ({
    d: same.map(({ points }) => curve(points)).join(""),
    levels: same[0]!.levels,
  }));
  const wide = bodies.map(({ points, width }) => ({ d: curve(points), wide: width }));
  const grown = [...pieces.values()];
  return [
    ...plain.map((one): Stroke => ({ ...one, line: "bank", width: 2 + more, pitch: [0, COURSES_FROM] })),
    ...wide.map((body) => ({ ...body, line: "shelf" })),
    ...wide.map((body) => ({ ...body, line: "bank", width: 2, ...dash })),
    ...wide.map((body) => ({ ...body, line: "water" })),
    ...grown.map((one) => ({ ...one, line: "bank", width: one.width! + 2, ...dash })),
    ...grown.map((one) => ({ ...one, line: "water" })),
  ];
}

const courses = new WeakMap<BoardModel, Map<string, Courses>>();

function coursesOf(model: BoardModel, weather: Weather): Courses {
  const known = courses.get(model) ?? new Map<string, Courses>();
  courses.set(model, known);
  const key = JSON.stringify(weather);
  const found = known.get(key) ?? new Courses(model, weather);
  known.set(key, found);
  return found;
}

/** The part of the drawing that stays the same for a whole match, except for the weather. */
export class Land {
  readonly #courses: Courses;

  constructor(
    readonly model: BoardModel,
    readonly grid: GridGround | null,
    readonly weather = SUMMER,
  ) {
    this.#courses = coursesOf(model, weather);
  }

  /** The whole drawing for the current control of the spaces. */
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

  /** The small signs on hexes of a kind of ground. */
  #signs(): Stroke[] {
    const winter = this.weather.season === "winter";
    return (this.grid?.patches ?? []).flatMap(({ fill, signs, tufts }): Stroke[] => {
      const look = {
        line: SIGNS[fill] ?? "sign-hill",
        width: 0.9,
        opacity: winter && FADED.has(fill) ? 0.35 : 0.6,
      };
      return [
        { d: tufts, ...look, pitch: [CORNERS_FROM, COURSES_FROM] },
        { d: signs, ...look, pitch: [COURSES_FROM, Infinity] },
      ];
    });
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

  /** Hexes with custom shapes, by their ground. */
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
      ...grid.patches.map(({ fill, d }): Stroke => ({
        d,
        clip,
        ...PATCHES[fill],
        ...(fill === "water" ? { line: "bank", width: 1.2 } : {}),
        opacity: (PATCH_OPACITY[fill] ?? 1) * (this.weather.season === "winter" && FADED.has(fill) ? 0.5 : 1),
      })),
    ];
  }

  /** The tint of controlled hexes, if control of the land is only partly known. */
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
    const side = model.grid ? model.grid.pitch / Math.sqrt(3) : 0;
    return (grid?.lines ?? [own]).flatMap((d): Stroke[] => [
      {
        d,
        line: "ink2",
        width: 1,
        opacity: 0.35,
        butt: true,
        part: { at: "ends", length: TICK, of: side },
        pitch: [CORNERS_FROM, OUTLINES_FROM],
      },
      { d, line: "grid", width: 1, butt: true, pitch: [OUTLINES_FROM, Infinity] },
    ]);
  }
}
