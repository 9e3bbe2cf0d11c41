import type { Point } from "../protocol";
import { inside } from "./geometry";

interface Area {
  id: string;
  ring: Point[];
}

/** Finds the area under a point. It only looks at areas whose box meets the point's cell. */
export class AreaIndex {
  readonly #cell: number;
  readonly #cells = new Map<string, Area[]>();

  constructor(areas: Area[], across: number) {
    this.#cell = Math.max(1, across / 24);
    for (const area of areas) {
      const xs = area.ring.map(([x]) => x);
      const ys = area.ring.map(([, y]) => y);
      const [left, top] = [this.#of(Math.min(...xs)), this.#of(Math.min(...ys))];
      const [right, bottom] = [this.#of(Math.max(...xs)), this.#of(Math.max(...ys))];
      for (let column = left; column <= right; column++) {
        for (let row = top; row <= bottom; row++) {
          const key = `${column},${row}`;
          const list = this.#cells.get(key);
          if (list) list.push(area);
          else this.#cells.set(key, [area]);
        }
      }
    }
  }

  at(point: Point): string | null {
    const near = this.#cells.get(`${this.#of(point[0])},${this.#of(point[1])}`) ?? [];
    return near.find(({ ring }) => inside(point, ring))?.id ?? null;
  }

  #of(length: number): number {
    return Math.floor(length / this.#cell);
  }
}
