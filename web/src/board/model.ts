import type { Border, Deck, Picture, Piece, Point, Scene, Scenery, Space, Tone } from "../protocol";
import { anchors, path, roomAt, scaled, scaleOf, type Anchors } from "./geometry";
import { Hexes, type Hex } from "./hexes";
import { AreaIndex } from "./places";

/** A space with a place on the board, in pixels at zoom 1. Values that only some spaces need are computed on demand. */
export class BoardSpace implements Anchors {
  readonly counters: Point;
  readonly markers: Point;
  readonly text: Point;
  readonly slots: Point[];
  #ring: Point[] | null = null;
  #d: string | null = null;

  constructor(
    readonly space: Space,
    readonly outline: () => Point[],
    at: Anchors,
    by: number,
    /** The hex of the grid. Areas, boxes and hexes with a shape of their own have none. */
    readonly hex: Hex | null = null,
  ) {
    this.counters = at.counters;
    this.markers = at.markers;
    this.text = at.text;
    this.slots = scaled(space.slots ?? [], by);
  }

  get ring(): Point[] {
    return (this.#ring ??= this.outline());
  }

  get d(): string {
    return (this.#d ??= path(this.ring, true));
  }

  /** The maximum width of the name. */
  get room(): number {
    return roomAt(this.ring, this.text);
  }
}

interface Common {
  style: string;
  /** The first and last zoom level at which it is drawn. */
  levels?: [number, number];
}
export interface Fill extends Common {
  kind: "fill";
  shape: Point[];
  holes: Point[][];
  freezes?: boolean;
}
export interface Line extends Common {
  kind: "line";
  points: Point[];
  width: number;
  rank?: number;
}
export interface Place extends Common {
  kind: "place";
  name: string;
  at: Point;
  rank?: number;
  names?: Point[];
}
export interface Text extends Common {
  kind: "text";
  name: string;
  points: Point[];
  size?: number;
  spacing?: number;
}
/** A piece of scenery prepared for drawing. */
export type Drawn = Fill | Line | Place | Text;

/** The word for one of a deck's cards. */
export const cardWord = (deck: Deck | undefined): string => deck?.card ?? "card";
/** The word for several of them. */
export const cardsWord = (deck: Deck | undefined): string => deck?.several ?? "cards";

/** A scale that was asked for as the first of a level is of that level, whatever is lost in reckoning. */
const LITTLE = 0.002;

/** A scene made ready for drawing: everything in pixels at zoom 1, looked up by id. */
export class BoardModel {
  readonly scale: number;
  readonly frame: { x: number; y: number; width: number; height: number };
  readonly gap: number;
  /** The thickness of wooden blocks as a share of their side; 0 for cardboard counters. */
  readonly depth: number;
  /** The spaces with a shape of their own. The hexes of the grid are in `grid`, and all spaces are in `space`. */
  readonly spaces: BoardSpace[];
  readonly grid: Hexes | null;
  readonly space = new Map<string, BoardSpace>();
  readonly known = new Map<string, Space>();
  readonly pieces = new Map<string, Piece>();
  readonly borders: { border: Border; points: Point[] }[];
  readonly scenery: Drawn[];
  readonly hexes: boolean;
  readonly tones: Map<string, Tone>;
  readonly fills: Map<string, string>;
  /** How kinds of ground are drawn in frost, where that differs. */
  readonly frosts: Map<string, string>;
  readonly #areas: AreaIndex;

  constructor(readonly scene: Scene) {
    const by = (this.scale = scaleOf(scene));
    const [x, y, width, height] = scene.frame;
    this.frame = { x: x * by, y: y * by, width: width * by, height: height * by };
    this.gap = Math.max(1.5, (scene.counter.gap ?? 0) * by);
    this.depth = (scene.counter.depth ?? 0) / scene.counter.side;
    this.grid = scene.grid ? new Hexes(scene.grid, by) : null;
    for (const space of scene.spaces) this.known.set(space.id, space);
    for (const hex of this.grid?.all ?? []) this.#addHex(hex, by);
    this.spaces = scene.spaces
      .filter((space) => space.shape?.length && !this.space.has(space.id))
      .map((space) => new BoardSpace(space, () => scaled(space.shape!, by), anchors(space, by), by));
    for (const one of this.spaces) this.space.set(one.space.id, one);
    for (const piece of scene.pieces ?? []) this.pieces.set(piece.id, piece);
    this.borders = (scene.borders ?? []).map((border) => ({ border, points: this.#points(border) }));
    this.scenery = (scene.scenery ?? []).map((item) => this.#grow(item));
    this.hexes = this.grid !== null || this.spaces.some(({ space }) => space.kind === "hex");
    this.tones = new Map(scene.sides.map((side) => [side.id, side.tone]));
    this.frosts = new Map((scene.terrains ?? []).flatMap(({ id, frozen }) => (frozen ? [[id, frozen]] : [])));
    this.fills = new Map((scene.terrains ?? []).map((terrain) => [terrain.id, terrain.fill]));
    this.#areas = new AreaIndex(
      this.spaces.map(({ space, ring }) => ({ id: space.id, ring })),
      this.frame.width,
    );
  }

  tone(side: string | undefined): Tone | null {
    return (side !== undefined && this.tones.get(side)) || null;
  }

  /** The side that controls a space in a picture. */
  sideOf(id: string, picture: Picture | null): string | undefined {
    return picture?.control?.[id] ?? this.scene.control?.[id];
  }

  /** The sides of the spaces that are controlled. */
  sidesOf(picture: Picture): Record<string, string> {
    return { ...this.scene.control, ...picture.control };
  }

  sideName(side: string | undefined): string {
    return this.scene.sides.find((one) => one.id === side)?.name ?? "";
  }

  /** "12 Village" for a space with label and name. */
  spaceName(id: string): string {
    const space = this.known.get(id);
    if (!space) return id;
    if (!space.label || !space.name) return space.name || space.label || id;
    return space.name.includes(space.label) ? space.name : `${space.label} ${space.name}`;
  }

  /** "Village" for a space with a name, or else what it is called on the board. */
  placeName(id: string): string {
    return this.known.get(id)?.name || this.spaceName(id);
  }

  /** Where the units are that bear the band of an activation card. */
  activated(id: number, picture: Picture): string[] {
    const strip = this.scene.decks?.flatMap(({ cards }) => cards).find((card) => card.id === id)?.strip;
    if (!strip) return [];
    const wanted = JSON.stringify(strip);
    return picture.pieces.flatMap((on) =>
      JSON.stringify(on.strip ?? this.pieces.get(on.id)?.strip) === wanted ? [on.at] : [],
    );
  }

  cardTitle(id: number): string {
    const cards = this.scene.decks?.flatMap((deck) => deck.cards) ?? [];
    return cards.find((card) => card.id === id)?.title ?? String(id);
  }

  /** The space under a point of the board: boxes and areas before the hexes that they may cover. */
  at(point: Point): string | null {
    return this.#areas.at(point) ?? this.grid?.at(point)?.id ?? null;
  }

  ring(id: string): Point[] {
    return this.space.get(id)?.ring ?? [];
  }

  /** The zoom level at `k` screen pixels for a pixel at zoom 1. */
  level(k: number): number {
    return (this.scene.levels ?? []).filter((from) => k * this.scale * (1 + LITTLE) >= from).length;
  }

  #addHex(hex: Hex, by: number): void {
    const listed = this.known.get(hex.id);
    const space: Space = {
      id: hex.id,
      label: hex.id,
      name: "",
      kind: "hex",
      ...listed,
      terrain: listed?.terrain || hex.terrain,
    };
    this.known.set(hex.id, space);
    const { pitch } = this.grid!;
    const [x, y] = hex.centre;
    const at = (point: Point | null | undefined, other: Point): Point =>
      point ? [point[0] * by, point[1] * by] : other;
    const places = {
      counters: at(space.counters, [x, y]),
      markers: at(space.markers, [x, y + 0.36 * pitch]),
      text: at(space.text, [x, y - 0.42 * pitch]),
    };
    this.space.set(hex.id, new BoardSpace(space, () => this.grid!.ring(hex), places, by, hex));
  }

  /** Between hexes of the grid, a border is the side that they share. */
  #points(border: Border): Point[] {
    if (border.points?.length) return scaled(border.points, this.scale);
    const [one, other] = border.spaces.map((id) => this.grid?.byId.get(id));
    return (one && other && this.grid!.between(one, other)) ?? [];
  }

  #grow(item: Scenery): Drawn {
    const by = this.scale;
    const { kind, style, levels, name = "" } = item;
    const common = { style, levels: levels ?? undefined };
    const points = scaled(item.points ?? [], by);
    switch (kind) {
      case "fill": {
        const holes = (item.holes ?? []).map((hole) => scaled(hole, by));
        return { ...common, kind, shape: scaled(item.shape ?? [], by), holes, freezes: item.freezes };
      }
      case "line":
        return { ...common, kind, points, width: (item.width ?? 0) * by, rank: item.rank };
      case "place": {
        const [x, y] = item.at ?? [0, 0];
        return { ...common, kind, name, at: [x * by, y * by], rank: item.rank, names: item.names };
      }
      case "text":
        return { ...common, kind, name, points, size: item.size, spacing: item.spacing };
    }
  }
}
