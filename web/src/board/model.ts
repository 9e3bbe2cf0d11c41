import type { Deck, Piece, Point, Scene, Scenery, Space, Tone } from "../protocol";
import { anchors, path, roomAt, scaled, scaleOf, type Anchors } from "./geometry";

export interface BoardSpace extends Anchors {
  space: Space;
  ring: Point[];
  d: string;
  /** How wide the name may be. */
  room: number;
}

/** What one of a deck's cards is called. */
export const cardWord = (deck: Deck | undefined): string => deck?.card ?? "card";

/** A scene made ready for drawing: everything in pixels at zoom 1, looked up by id. */
export class BoardModel {
  readonly scale: number;
  readonly frame: { x: number; y: number; width: number; height: number };
  readonly gap: number;
  readonly spaces: BoardSpace[];
  readonly space = new Map<string, BoardSpace>();
  readonly known = new Map<string, Space>();
  readonly rings = new Map<string, Point[]>();
  readonly pieces = new Map<string, Piece>();
  readonly borders;
  readonly scenery: Scenery[];
  readonly hexes: boolean;
  readonly tones: Map<string, Tone>;
  readonly fills: Map<string, string>;

  constructor(readonly scene: Scene) {
    const by = (this.scale = scaleOf(scene));
    const [x, y, width, height] = scene.frame;
    this.frame = { x: x * by, y: y * by, width: width * by, height: height * by };
    this.gap = Math.max(1.5, scene.counter.gap * by);
    this.spaces = scene.spaces
      .filter((space) => space.shape?.length)
      .map((space) => {
        const ring = scaled(space.shape!, by);
        const at = anchors(space, by);
        return { space, ring, d: path(ring, true), room: roomAt(ring, at.text), ...at };
      });
    for (const space of scene.spaces) this.known.set(space.id, space);
    for (const one of this.spaces) {
      this.space.set(one.space.id, one);
      this.rings.set(one.space.id, one.ring);
    }
    for (const piece of scene.pieces) this.pieces.set(piece.id, piece);
    this.borders = (scene.borders ?? []).map((border) => ({ border, points: scaled(border.points, by) }));
    this.scenery = (scene.scenery ?? []).map((item) => this.#grow(item));
    this.hexes = this.spaces.some(({ space }) => space.kind === "hex");
    this.tones = new Map(scene.sides.map((side) => [side.id, side.tone]));
    this.fills = new Map((scene.terrains ?? []).map((terrain) => [terrain.id, terrain.fill]));
  }

  tone(side: string | undefined): Tone | null {
    return (side !== undefined && this.tones.get(side)) || null;
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

  #grow(item: Scenery): Scenery {
    const by = this.scale;
    if (item.kind === "fill") return { ...item, shape: scaled(item.shape, by) };
    if (item.kind === "line") return { ...item, points: scaled(item.points, by), width: (item.width ?? 0) * by };
    if (item.kind === "place") return { ...item, at: [item.at[0] * by, item.at[1] * by] };
    return { ...item, points: scaled(item.points, by) };
  }
}
