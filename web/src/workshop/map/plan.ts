import { centre, surface } from "../../board/geometry";
import type { Point } from "../../protocol";
import type { Area } from "../areas/areas";

/** What a photograph is placed under: hexes or areas by their numbers, in pixels of the board. */
export interface Plan {
  kind: "hexes" | "areas";
  /** The center of one; null for a number that this map does not have. */
  where: (number: string) => Point | null;
  rings: Point[][];
  /** Those nearest to the four corners of the map, whose handles flatten the photograph. */
  corners: string[];
  /** The width of one, and the center of the map. */
  across: number;
  middle: Point;
}

/** A plan of what has a number, a center and an outline. `where`: centers of more than have an outline. */
export function planOf(
  kind: Plan["kind"],
  all: { id: string; centre: Point; ring: Point[] }[],
  across: number,
  where = new Map(all.map(({ id, centre }) => [id, centre])),
): Plan {
  const ends = [1, -1].flatMap((right) => [1, -1].map((down) => [right, down] as const));
  const end = ([right, down]: readonly [number, number]): string =>
    [...where].reduce((best, one) =>
      right * one[1][0] + down * one[1][1] > right * best[1][0] + down * best[1][1] ? one : best,
    )[0];
  const mean = (axis: 0 | 1): number => [...where.values()].reduce((sum, at) => sum + at[axis], 0) / (where.size || 1);
  return {
    kind,
    where: (number) => where.get(number) ?? null,
    rings: all.map(({ ring }) => ring),
    corners: where.size ? [...new Set(ends.map(end))] : [],
    across,
    middle: [mean(0), mean(1)],
  };
}

/** The plan of a map of areas, whose outlines are written at a scale smaller by the factor `by`. */
export function areaPlan(areas: Area[], by: number): Plan {
  const drawn = areas.filter(({ ring }) => ring.length > 2);
  const grown = drawn.map(({ id, ring }) => ({ id, ring: ring.map(([x, y]): Point => [x * by, y * by]) }));
  const wide = grown.map(({ ring }) => Math.sqrt(Math.abs(surface(ring))));
  const across = wide.reduce((sum, one) => sum + one, 0) / (wide.length || 1);
  return planOf(
    "areas",
    grown.map(({ id, ring }) => ({ id, ring, centre: centre(ring) })),
    across,
  );
}
