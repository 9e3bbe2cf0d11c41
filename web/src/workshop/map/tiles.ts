import type { Hex, Hexes } from "../../board/hexes";

/** The width and height of a tile in hexes. */
const SIZE = 8;

interface Tile {
  key: string;
  hexes: Hex[];
  /** Which of them were last drawn, and how. */
  drawn: string;
  d: string;
}

/** The hexes of a map in tiles. For a set of hexes, only the tiles in which it changed are drawn again. */
export class Tiles {
  readonly #all: Tile[];

  constructor(private readonly hexes: Hexes) {
    const by = new Map<string, Hex[]>();
    for (const hex of hexes.all) {
      const key = `${Math.floor((hex.q + hex.r / 2) / SIZE)},${Math.floor(hex.r / SIZE)}`;
      by.set(key, [...(by.get(key) ?? []), hex]);
    }
    this.#all = [...by].map(([key, members]) => ({ key, hexes: members, drawn: "", d: "" }));
  }

  /** The outlines of the hexes in the set, tile by tile. */
  paths(belongs: (hex: Hex) => boolean): { key: string; d: string }[] {
    return this.#all.map((tile) => {
      const members = tile.hexes.filter(belongs);
      const drawn = members.map(({ id }) => id).join();
      if (drawn !== tile.drawn) Object.assign(tile, { drawn, d: this.hexes.outlines(members) });
      return { key: tile.key, d: tile.d };
    });
  }
}
