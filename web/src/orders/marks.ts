import { isPlaces, placesOf } from "./fields";
import type { Point } from "../protocol";
import type { Forecast, OrderField, Orders, OrderSheet, Situation } from "./forms";

/** What is drawn at a space: a ring for a space to take, dashed for a later one, or for one that is held or left. */
export interface Ring {
  space: string;
  kind: "now" | "later" | "stand" | "leave";
  /** Its place in an order of several, or 0. */
  number: number;
  title: string;
}

/** The rings of the orders. Of several spaces to take in one order, only the first is for now. */
export function ringsOf(fields: OrderField[], orders: Orders): Ring[] {
  return fields
    .filter((field) => isPlaces(field) && field.kind !== "line")
    .flatMap((field) => {
      const spaces = placesOf(field, orders);
      return spaces.map((space, index) => ({
        space,
        kind:
          field.kind === "stand" || field.kind === "leave"
            ? field.kind
            : index === 0
              ? ("now" as const)
              : ("later" as const),
        number: field.kind === "spaces" && spaces.length > 1 ? index + 1 : 0,
        title: field.title,
      }));
    });
}

/** The lines to hold, as spaces in a row. */
export const linesOf = (fields: OrderField[], orders: Orders): string[][] =>
  fields
    .filter(({ kind }) => kind === "line")
    .map((field) => placesOf(field, orders))
    .filter((line) => line.length > 0);

/** How many foreseen battles are the main ones on the map. */
const MAIN = 4;

/** The spaces that are fought for, with the odds of the main battles. */
export const foughtOver = (forecast: Forecast | null): { space: string; odds: string; main: boolean }[] => {
  const found = new Map<string, { odds: string; main: boolean }>();
  (forecast?.battles ?? []).forEach(({ spaces = [], odds = "" }, index) => {
    const main = index < MAIN;
    for (const space of spaces) if (!found.has(space)) found.set(space, { odds: main ? odds : "", main });
  });
  return [...found].map(([space, one]) => ({ space, ...one }));
};

type Part = OrderSheet["parts"][number];

/** The edges between the grounds of two parts. */
export function borders(parts: Part[], ringOf: (space: string) => Point[] | undefined): [Point, Point][] {
  const owners = new Map<string, number>();
  const edges: [Point, Point][] = [];
  parts.forEach(({ spaces = [] }, part) => {
    for (const ring of spaces.map(ringOf))
      ring?.forEach((from, index) => {
        const to = ring[(index + 1) % ring.length]!;
        const key = `${Math.round((from[0] + to[0]) / 4)} ${Math.round((from[1] + to[1]) / 4)}`;
        const other = owners.get(key);
        if (other === undefined) owners.set(key, part);
        else if (other !== part) edges.push([from, to]);
      });
  });
  return edges;
}

/**
 * A place for the title of each part, in board pixels: in the middle of its spaces in a narrow strip of the map, or as
 * close to it as the names of places allow. `named`: these places. `room`: half the size that a title and a name take.
 */
export function titlesIn(
  parts: Part[],
  at: (space: string) => Point | undefined,
  strip: { left: number; right: number; top: number; bottom: number },
  named: Point[] = [],
  room: Point = [0, 0],
): { title: string; at: Point }[] {
  const x = (strip.left + strip.right) / 2;
  const clear = (y: number): boolean =>
    named.every(([px, py]) => Math.abs(px - x) >= room[0] || Math.abs(py - y) >= room[1]);
  return parts.flatMap(({ title, spaces = [] }) => {
    const there = spaces
      .map(at)
      .filter((point) => point !== undefined)
      .filter(([x, y]) => x > strip.left && x < strip.right && y > strip.top && y < strip.bottom);
    if (!there.length) return [];
    const middle = there.reduce((sum, point) => sum + point[1], 0) / there.length;
    const ys = there.map(([, y]) => y).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    return [{ title, at: [x, [middle, ...ys].find(clear) ?? middle] as Point }];
  });
}

/** The numbers of a report's sentences on the map: one at the first space of each. */
export const numbered = (situation: Situation | null): { space: string; number: number; threat: boolean }[] =>
  (situation?.sentences.slice(1) ?? []).flatMap(({ spaces, threat = false }, index) =>
    spaces[0] === undefined ? [] : [{ space: spaces[0], number: index + 1, threat }],
  );
