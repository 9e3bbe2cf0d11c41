import type { Point } from "../protocol";
import type { OrderField } from "./forms";

/** What drawing needs to know of a board. */
export interface Ground {
  space: ReadonlyMap<string, { counters: Point }>;
  known: ReadonlyMap<string, { id: string; label?: string; name?: string }>;
  at(point: Point): string | null;
}

/** Return the space that a typed text names, by its id, label or name; null if it names none. */
export function spaceOf(ground: Ground, text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const all = [...ground.known.values()];
  const by = (read: (space: (typeof all)[number]) => string | undefined): string | undefined =>
    all.find((space) => read(space)?.toLowerCase() === wanted)?.id;
  return by(({ id }) => id) ?? by(({ label }) => label) ?? by(({ name }) => name) ?? null;
}

/** How many points of a line between two spaces are looked at. */
const POINTS = 200;

/** Return the spaces on the straight line between two spaces, with both. */
export function between(ground: Ground, from: string, to: string): string[] {
  const [start, end] = [ground.space.get(from)?.counters, ground.space.get(to)?.counters];
  if (!start || !end) return [to];
  const spaces = [from];
  for (let point = 0; point <= POINTS; point++) {
    const share = point / POINTS;
    const space = ground.at([start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share]);
    if (space !== null && ground.space.has(space) && !spaces.includes(space)) spaces.push(space);
  }
  return spaces.includes(to) ? spaces : [...spaces, to];
}

/** Join the spaces that a pointer passed to a line without gaps or repetitions. */
export function traced(ground: Ground, passed: string[]): string[] {
  const line: string[] = [];
  for (const space of passed) {
    const last = line.at(-1);
    for (const one of last === undefined ? [space] : between(ground, last, space))
      if (!line.includes(one)) line.push(one);
  }
  return line;
}

/** Return the spaces of a field after a click on one: added, or taken off. Null if the field takes no more. */
export function toggled(field: OrderField, spaces: string[], space: string): string[] | null {
  if (spaces.includes(space)) return spaces.filter((one) => one !== space);
  return spaces.length >= (field.most ?? Infinity) ? null : [...spaces, space];
}
