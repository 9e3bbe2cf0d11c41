import type { HexGrid, Point } from "../protocol";

const TALL = Math.sqrt(0.75);
/** The steps in q and r to the six neighbors, under pointy and under flat tops. */
const POINTY = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const; // prettier-ignore
const FLAT = [[0, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1]] as const; // prettier-ignore

export interface Hex {
  id: string;
  centre: Point;
  /** Names an entry of the scene's terrains. */
  terrain: string;
  q: number;
  r: number;
}

/** What the ids of a row or a column have in common, and where it lies. */
export interface RulerMark {
  text: string;
  at: number;
}
/** Breadth in screen pixels of a ruler along the edge of a board. */
export const RULER = 14;

export interface Rulers {
  rows: RulerMark[];
  columns: RulerMark[];
}

/** Ids that name a row and a column: "CC25", "2411". */
const SPLIT = [/^(\p{L}+)(\d+)$/u, /^(\d\d)(\d\d)$/];

/**
 * The hexes of a grid in pixels at zoom 1, by arithmetic: q counts along a line of hexes, r from line to line (a row
 * under pointy tops, a column under flat ones), so that all hexes have their six neighbors the same steps away.
 */
export class Hexes {
  readonly all: Hex[] = [];
  readonly byId = new Map<string, Hex>();
  readonly pitch: number;
  readonly pointy: boolean;
  /** From the center to the six corners and to the six neighbors; side i is between corners i and i + 1. */
  readonly corners: Point[];
  readonly steps: Point[];
  readonly #origin: Point;
  /** The letters and numbers along the edges; null where the ids do not follow rows and columns. */
  readonly rulers: Rulers | null;
  readonly #at = new Map<number, Hex>();

  constructor(grid: HexGrid, by: number) {
    this.pitch = grid.pitch * by;
    this.pointy = grid.orientation === "pointy";
    this.#origin = [grid.origin[0] * by, grid.origin[1] * by];
    const turn = this.pointy ? 0 : 30;
    const spoke = (degrees: number, length: number): Point => [
      Math.cos((degrees * Math.PI) / 180) * length,
      Math.sin((degrees * Math.PI) / 180) * length,
    ];
    const cells: { hex: Hex; row: number; column: number }[] = [];
    const sixth = [0, 60, 120, 180, 240, 300];
    this.steps = sixth.map((degrees) => spoke(degrees + turn, this.pitch));
    this.corners = sixth.map((degrees) => spoke(degrees + turn - 30, this.pitch / Math.sqrt(3)));
    grid.ids.forEach((line, row) =>
      line.split(/\s+/).forEach((id, column) => {
        if (id === "-" || id === "") return;
        const [along, r] = this.pointy ? [column, row] : [row, column];
        const q = along - Math.floor((r + (grid.shifted === "odd" ? 0 : 1)) / 2);
        const letter = grid.terrain?.[row]?.[column] ?? "";
        const hex = { id, q, r, centre: this.#centre(q, r), terrain: grid.codes?.[letter] ?? "" };
        this.all.push(hex);
        cells.push({ hex, row, column });
        this.byId.set(id, hex);
        this.#at.set(this.#key(q, r), hex);
      }),
    );
    this.rulers = rulersOf(cells);
  }

  /** The hex under a point of the board. */
  at([x, y]: Point): Hex | null {
    const [far, deep] = this.pointy
      ? [x - this.#origin[0], y - this.#origin[1]]
      : [y - this.#origin[1], x - this.#origin[0]];
    const r = deep / (this.pitch * TALL);
    const q = far / this.pitch - r / 2;
    // Rounded as a cube: of three coordinates whose sum is 0, the one that rounding changed most follows from the others.
    let [rq, rr] = [Math.round(q), Math.round(r)];
    const rs = Math.round(-q - r);
    const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    return this.#at.get(this.#key(rq, rr)) ?? null;
  }

  /** The neighbor beyond side i. */
  beyond(hex: Hex, side: number): Hex | null {
    const [q, r] = (this.pointy ? POINTY : FLAT)[side]!;
    return this.#at.get(this.#key(hex.q + q, hex.r + r)) ?? null;
  }

  /** The outlines of some hexes as one path. */
  outlines(hexes: Iterable<Hex>): string {
    // All have the same shape, and numbers are slow to write.
    const said = ([x, y]: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`;
    const [first, ...rest] = this.corners;
    const shape = `m${said(first!)}${rest.map(([x, y], i) => `l${said([x - this.corners[i]![0], y - this.corners[i]![1]])}`).join("")}z`;
    let d = "";
    for (const { centre } of hexes) d += `M${said(centre)}${shape}`;
    return d;
  }

  ring(hex: Hex, size = 1): Point[] {
    return this.corners.map(([x, y]) => [hex.centre[0] + x * size, hex.centre[1] + y * size]);
  }

  side({ centre: [x, y] }: Hex, side: number): [Point, Point] {
    const [a, b] = [this.corners[side]!, this.corners[(side + 1) % 6]!];
    return [
      [x + a[0], y + a[1]],
      [x + b[0], y + b[1]],
    ];
  }

  /** The side that two neighbors share. */
  between(one: Hex, other: Hex): [Point, Point] | null {
    const side = this.steps.findIndex((_, index) => this.beyond(one, index) === other);
    return side < 0 ? null : this.side(one, side);
  }

  #centre(q: number, r: number): Point {
    const [far, deep] = [this.pitch * (q + r / 2), this.pitch * TALL * r];
    return this.pointy
      ? [this.#origin[0] + far, this.#origin[1] + deep]
      : [this.#origin[0] + deep, this.#origin[1] + far];
  }

  #key(q: number, r: number): number {
    return (q + 5000) * 10000 + r + 5000;
  }
}

/** The part of the ids that all hexes of a row, or of a column, share. */
function rulersOf(cells: { hex: Hex; row: number; column: number }[]): Rulers | null {
  const form = SPLIT.find((one) => cells.every(({ hex }) => one.test(hex.id)));
  if (!form || cells.length === 0) return null;
  const marks = (of: "row" | "column", part: 1 | 2, axis: 0 | 1): RulerMark[] | null => {
    const found = new Map<number, { text: string; least: number; most: number }>();
    for (const cell of cells) {
      const text = form.exec(cell.hex.id)![part]!;
      const at = cell.hex.centre[axis];
      const known = found.get(cell[of]);
      if (known && known.text !== text) return null;
      found.set(cell[of], { text, least: Math.min(known?.least ?? at, at), most: Math.max(known?.most ?? at, at) });
    }
    return [...found.values()].map(({ text, least, most }) => ({ text, at: (least + most) / 2 }));
  };
  for (const [row, column] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const [rows, columns] = [marks("row", row, 1), marks("column", column, 0)];
    if (rows && columns) return { rows, columns };
  }
  return null;
}
