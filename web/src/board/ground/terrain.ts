import type { Picture, Point } from "../../protocol";
import { curve, path, sheets, type Stretch } from "../geometry";
import type { Hex, Hexes } from "../hexes";
import type { BoardModel } from "../model";
import { chains, closed, rim, sidesBetween, softened } from "./outline";

/** Hexes that units cannot enter. Water hexes still have grid lines; hexes without a grid are not in play at all. */
const OUT_OF_PLAY = new Set(["water", "closed", "far"]);
const UNLINED = new Set(["closed", "far"]);
/** Kinds of ground whose patches overlap hexes with soft edges. The other kinds fill their hexes exactly. */
const SOFT = new Set(["water", "wood", "hill", "mountain", "marsh", "rough"]);

const drawn = (lines: Point[][], soft: boolean, play: number): string =>
  lines.map((line) => (soft ? curve(softened(line, play), closed(line)) : path(line, closed(line)))).join("");

const outlined = (hexes: Hexes, set: ReadonlySet<Hex>, soft: boolean): string =>
  drawn(chains(rim(hexes, set)), soft, hexes.pitch * 0.12);

/** Return a repeatable number between 0 and 1. */
function chance(seed: number): number {
  const mixed = Math.sin(seed * 127.1) * 43758.5453;
  return mixed - Math.floor(mixed);
}

const STROKES: Record<string, (size: number) => string> = {
  mountain: (s) => `m${-s * 0.62},${s * 0.3}l${s * 0.62},${-s * 0.92}l${s * 0.62},${s * 0.92}`,
  hill: (s) => `m${-s * 0.6},${s * 0.2}q${s * 0.6},${-s * 0.8} ${s * 1.2},0`,
  wood: (s) => `m0,${s * 0.5}v${-s * 0.3}m${-s * 0.45},0h${s * 0.9}l${-s * 0.45},${-s * 0.9}z`,
  marsh: (s) =>
    `m${-s * 0.7},0h${s * 1.4}m${-s},${s * 0.42}h${s * 1.25}m${-s * 1.05},${-s * 0.42}l${-s * 0.1},${-s * 0.4}m${s * 0.4},${s * 0.4}v${-s * 0.5}m${s * 0.3},${s * 0.5}l${s * 0.12},${-s * 0.4}`,
  rough: (s) => `m${-s * 0.5},${s * 0.2}l${s * 0.3},${-s * 0.4}m${s * 0.1},${s * 0.4}l${s * 0.3},${-s * 0.4}`,
};

/** Small signs on the hexes of a kind of ground, with their number per hex, because texture also shows terrain. */
function signs(hexes: Hexes, set: Iterable<Hex>, fill: string, count: number, share: number): string {
  const stroke = STROKES[fill];
  if (!stroke) return "";
  let d = "";
  for (const hex of set) {
    const seed = hex.q * 53 + hex.r * 97;
    for (let index = 0; index < count; index++) {
      const turn = ((index + chance(seed + index) * 0.7) / count) * 2 * Math.PI;
      const far = hexes.pitch * (0.18 + 0.2 * chance(seed + index * 7 + 3));
      const [x, y] = [hex.centre[0] + Math.cos(turn) * far, hex.centre[1] + Math.sin(turn) * far];
      const size = hexes.pitch * (share + 0.05 * chance(seed + index * 13 + 5));
      d += `M${x.toFixed(1)},${y.toFixed(1)}${stroke(Math.round(size * 10) / 10)}`;
    }
  }
  return d;
}

export interface Patch {
  fill: string;
  d: string;
  signs: string;
  /** Fewer and larger signs, for a small map. */
  tufts: string;
}

/** The ground of a grid, with one path per kind. It stays the same for a whole match, except for frost. */
export interface GridGround {
  board: string;
  patches: Patch[];
  /** The hexes of mountains, each with lines to the middles of its neighbors. */
  ridges: Point[][];
  lines: string[];
  inPlay: (hex: Hex) => boolean;
}

/** The latest results for a grid, so that only changes need work: for each kind, the hexes and their drawing. */
interface Made {
  kinds: Map<string, Set<Hex>>;
  patches: Map<string, Patch>;
  ground: GridGround;
}
const made = new WeakMap<Hexes, Made>();

const same = (one: ReadonlySet<Hex> | undefined, other: ReadonlySet<Hex> | undefined): boolean =>
  (one?.size ?? 0) === (other?.size ?? 0) && [...(one ?? [])].every((hex) => other!.has(hex));

/** `fillOf`: the fill of hexes for which the scene has none. */
export function gridGround(model: BoardModel, frozen = false, fillOf?: (hex: Hex) => string): GridGround {
  const hexes = model.grid!;
  const fill =
    fillOf ??
    ((hex: Hex): string => {
      const terrain = model.known.get(hex.id)?.terrain ?? "";
      return (frozen ? model.frosts.get(terrain) : undefined) ?? model.fills.get(terrain) ?? "steppe";
    });
  const kinds = new Map<string, Set<Hex>>();
  for (const hex of hexes.all) {
    const kind = fill(hex);
    if (!kinds.has(kind)) kinds.set(kind, new Set());
    kinds.get(kind)!.add(hex);
  }
  const before = made.get(hexes);
  const alike = (kind: string): boolean => before !== undefined && same(kinds.get(kind), before.kinds.get(kind));
  const shown = [...kinds.keys()].filter((kind) => kind !== "steppe" && kind !== "far");
  if (before && [...new Set([...kinds.keys(), ...before.kinds.keys()])].every(alike)) return before.ground;
  const patches = shown.map(
    (kind): Patch =>
      (alike(kind) ? before!.patches.get(kind) : undefined) ?? {
        fill: kind,
        d: outlined(hexes, kinds.get(kind)!, SOFT.has(kind)),
        signs: signs(hexes, kinds.get(kind)!, kind, 5, 0.085),
        tufts: signs(hexes, kinds.get(kind)!, kind, 2, 0.17),
      },
  );
  const board = alike("far")
    ? before!.ground.board
    : outlined(hexes, new Set(hexes.all.filter((hex) => !kinds.get("far")?.has(hex))), false);
  const rest = before && [...OUT_OF_PLAY].every(alike) ? before.ground : inPlayOf(hexes, kinds);
  const { lines, inPlay } = rest;
  const ground = { board, patches, ridges: ridges(hexes, kinds.get("mountain")), lines, inPlay };
  made.set(hexes, { kinds, patches: new Map(patches.map((patch) => [patch.fill, patch])), ground });
  return ground;
}

/** The crests of mountains: from the middle of each hex, in small steps, to the middles of its neighbors. */
function ridges(hexes: Hexes, mountains: ReadonlySet<Hex> = new Set()): Point[][] {
  return [...mountains].map((hex) => {
    const [x, y] = hex.centre;
    const near = hexes.steps.filter((_, side) => mountains.has(hexes.beyond(hex, side)!));
    return [
      [x, y],
      ...near.flatMap(([dx, dy]) => [0.17, 0.34, 0.5].map((part): Point => [x + dx * part, y + dy * part])),
    ];
  });
}

/** The hexes in play, and the lines around them. */
function inPlayOf(hexes: Hexes, kinds: Map<string, Set<Hex>>): Pick<GridGround, "lines" | "inPlay"> {
  const out = [...OUT_OF_PLAY].flatMap((kind) => kinds.get(kind) ?? []);
  const inPlay = (hex: Hex): boolean => !out.some((set) => set.has(hex));
  const bare = [...UNLINED].flatMap((kind) => kinds.get(kind) ?? []);
  const lined = (hex: Hex): boolean => !bare.some((set) => set.has(hex));
  const sides: Point[][] = [];
  for (const hex of hexes.all) {
    if (!lined(hex)) continue;
    for (let side = 0; side < 6; side++) {
      const other = hexes.beyond(hex, side);
      if (other && side > 2 && lined(other)) continue; // its neighbour draws this side
      sides.push(hexes.side(hex, side));
    }
  }
  return { lines: sheets(sides, path), inPlay };
}

export interface GridControl {
  /** The land of the side with the round counters, its edge softened. */
  held: string;
  front: Stretch[];
}

/** The latest input for a board, and its result. */
const told = new WeakMap<BoardModel, { owners: string; inPlay: GridGround["inPlay"]; control: GridControl | null }>();

/** The land of both sides and the front between them, if control is known for most of the hexes in play. */
export function gridControl(model: BoardModel, ground: GridGround, picture: Picture): GridControl | null {
  const sides = model.sidesOf(picture);
  const owners = model.grid!.all.map(({ id }) => sides[id] ?? "").join();
  const before = told.get(model);
  if (before?.owners === owners && before.inPlay === ground.inPlay) return before.control;
  const control = controlled(model, ground, picture);
  told.set(model, { owners, inPlay: ground.inPlay, control });
  return control;
}

function controlled(model: BoardModel, ground: GridGround, picture: Picture): GridControl | null {
  const hexes = model.grid!;
  const owner = new Map<Hex, boolean>();
  for (const [id, side] of Object.entries(model.sidesOf(picture))) {
    const hex = hexes.byId.get(id);
    const tone = model.tone(side);
    if (hex && tone) owner.set(hex, tone !== "b");
  }
  const land = hexes.all.filter(ground.inPlay);
  if (land.filter((hex) => owner.has(hex)).length * 2 < land.length) return null;
  const blocked = new Set(
    model.borders
      .filter(({ border }) => border.kind === "blocked")
      .map(({ border }) => [...border.spaces].sort().join()),
  );
  const sides = sidesBetween(
    hexes,
    (one, other) =>
      owner.get(one) === true && owner.get(other) === false && !blocked.has([one.id, other.id].sort().join()),
  );
  const front = chains(sides).map((line): Stretch => {
    const points = softened(line, hexes.pitch * 0.1);
    const [a, b] = [points[0]!, points[1]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const reach = hexes.pitch * 0.3;
    const left: Point = [
      (a[0] + b[0]) / 2 + ((b[1] - a[1]) / length) * reach,
      (a[1] + b[1]) / 2 - ((b[0] - a[0]) / length) * reach,
    ];
    const beside = hexes.at(left);
    return { points, away: beside !== null && owner.get(beside) === true ? -1 : 1 };
  });
  // Water and closed land count to the nearer side, so that coasts have no seams.
  const near = new Map(owner);
  let edge = [...near.keys()];
  while (edge.length > 0) {
    const next: Hex[] = [];
    for (const hex of edge) {
      for (let side = 0; side < 6; side++) {
        const other = hexes.beyond(hex, side);
        if (!other || near.has(other)) continue;
        near.set(other, near.get(hex)!);
        next.push(other);
      }
    }
    edge = next;
  }
  const ours = new Set([...near].flatMap(([hex, own]) => (own ? [hex] : [])));
  return { held: outlined(hexes, ours, true), front };
}

/** The outline of some hexes as one path, and their surface. */
export function hexArea(hexes: Hexes, ids: Iterable<string>): { edge: string; surface: string } {
  const set = new Set<Hex>();
  for (const id of ids) {
    const hex = hexes.byId.get(id);
    if (hex) set.add(hex);
  }
  return {
    edge: chains(rim(hexes, set))
      .map((line) => path(line, closed(line)))
      .join(""),
    surface: [...set].map((hex) => path(hexes.ring(hex), true)).join(""),
  };
}
