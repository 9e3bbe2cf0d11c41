import type { Hex, Hexes } from "../../board/hexes";

/** A tile is so many hexes wide and high. */
const SIZE = 8;

interface Tile {
  key: string;
  hexes: Hex[];
  /** Which of them were drawn last, and how. */
  drawn: string;
  d: string;
}

/** The hexes of a map in tiles: of those that belong to something, only the tiles in which it changed are drawn again. */
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

  /** The outlines of the hexes that belong, tile by tile. */
  paths(belongs: (hex: Hex) => boolean): { key: string; d: string }[] {
    return this.#all.map((tile) => {
      const members = tile.hexes.filter(belongs);
      const drawn = members.map(({ id }) => id).join();
      if (drawn !== tile.drawn) Object.assign(tile, { drawn, d: this.hexes.outlines(members) });
      return { key: tile.key, d: tile.d };
    });
  }
}
