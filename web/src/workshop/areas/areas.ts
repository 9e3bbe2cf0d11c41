import { centre } from "../../board/geometry";
import type { AreaSheet, Point, Scene } from "../../protocol";
import { at, isList, plain, put, tables, type Book, type Table, type Value } from "../book";

const points = (value: Value): Point[] =>
  (isList(value) ? value : []).filter(isList).map(([x, y]): Point => [Number(x), Number(y)]);

/** An area: its number, its entry, its neighbors and its outline. */
export interface Area {
  id: string;
  entry: Table;
  neighbours: string[];
  ring: Point[];
}

export function areasOf(book: Book, sheet: AreaSheet): Area[] {
  const rings = new Map(
    tables(at(book, sheet.shapes, sheet.outlines)).map((one) => [String(one.number), points(one.polygon)]),
  );
  return tables(at(book, sheet.file, sheet.path)).map((entry) => {
    const id = String(entry[sheet.number]);
    const neighbours = entry[sheet.neighbours];
    return { id, entry, neighbours: (isList(neighbours) ? neighbours : []).map(String), ring: rings.get(id) ?? [] };
  });
}

/** The scene as it is at the table, with the outlines, names and borders of a book. */
export function areaScene(scene: Scene, book: Book, sheet: AreaSheet): Scene {
  const by = new Map(areasOf(book, sheet).map((one) => [one.id, one]));
  const spaces = scene.spaces.flatMap((space) => {
    const one = by.get(space.id);
    if (space.kind !== "area" || !one) return space.kind === "area" ? [] : [space];
    const features = [...(one.entry.key ? ["key"] : []), ...(one.entry.airfield ? ["airfield"] : [])];
    const [from, to] = [centre(space.shape ?? []), centre(one.ring)];
    const same = Math.hypot(from[0] - to[0], from[1] - to[1]) < 0.01;
    const anchors = same ? {} : { counters: to, markers: to, text: to };
    const { neighbours, ring } = one;
    return [{ ...space, ...anchors, name: plain(one.entry.name), shape: ring, features, neighbours }];
  });
  const borders = tables(at(book, sheet.shapes, sheet.borders ?? [])).map((one) => ({
    spaces: (isList(one.areas) ? one.areas : []).map(String),
    kind: one.kind as "open",
    points: points(one.points),
  }));
  return { ...scene, spaces, borders, tracks: [], pieces: [], panels: [] };
}

/** A book whose areas have nothing but their numbers and outlines. */
export function bare(book: Book, sheet: AreaSheet): Book {
  const named = sheet.fields.filter(({ must }) => must).map(({ name }) => name);
  const entries = tables(at(book, sheet.file, sheet.path)).map((entry): Table => {
    const number = plain(entry[sheet.number]);
    return {
      [sheet.number]: entry[sheet.number],
      ...Object.fromEntries(named.map((name) => [name, number])),
      [sheet.neighbours]: [],
    };
  });
  return put(book, sheet.file, sheet.path, entries);
}

/** A book in which two areas are joined, or separated if they were joined. This is mutual. */
export function join(book: Book, sheet: AreaSheet, one: string, other: string): Book {
  const number = (id: string): Value => Number(id);
  const turned = (entry: Table, to: string): Table => {
    const before = isList(entry[sheet.neighbours]) ? (entry[sheet.neighbours] as readonly Value[]) : [];
    const there = before.some((id) => String(id) === to);
    const after = there
      ? before.filter((id) => String(id) !== to)
      : [...before, number(to)].sort((a, b) => Number(a) - Number(b));
    return { ...entry, [sheet.neighbours]: after };
  };
  const entries = tables(at(book, sheet.file, sheet.path)).map((entry) => {
    const id = String(entry[sheet.number]);
    return id === one ? turned(entry, other) : id === other ? turned(entry, one) : entry;
  });
  return put(book, sheet.file, sheet.path, entries);
}

/** A book in which an area has other fields. */
export const change = (book: Book, sheet: AreaSheet, id: string, after: Table): Book =>
  put(
    book,
    sheet.file,
    sheet.path,
    tables(at(book, sheet.file, sheet.path)).map((entry) => (String(entry[sheet.number]) === id ? after : entry)),
  );

const near = ([x, y]: Point, [u, v]: Point, within: number): boolean => Math.hypot(x - u, y - v) <= within;

const round = ([x, y]: Point): Point => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

/** The stretches of a ring whose corners another ring has as well. */
function shared(ring: Point[], other: Point[]): Point[][] {
  const has = (point: Point): boolean => other.some((one) => near(one, point, 0.02));
  const found: Point[][] = [];
  for (const [index, point] of ring.entries()) {
    if (!has(point)) continue;
    if (index > 0 && has(ring[index - 1]!)) found.at(-1)!.push(point);
    else found.push([point]);
  }
  const [first, last] = [found[0], found.at(-1)];
  if (first && last && first !== last && near(first[0]!, ring[0]!, 0.02) && near(last.at(-1)!, ring.at(-1)!, 0.02)) {
    first.unshift(...last);
    found.pop();
  }
  return found.filter((line) => line.length > 1);
}

/**
 * A book in which an area has another outline. Its anchors move along, and it has borders where it shares corners with
 * other areas.
 */
export function outlined(book: Book, sheet: AreaSheet, id: string, drawn: Point[]): Book {
  const ring = drawn.map(round);
  const [x, y] = centre(ring);
  const shapes = tables(at(book, sheet.shapes, sheet.outlines)).map((one) => {
    if (String(one.number) !== id) return one;
    const before = centre(points(one.polygon));
    const anchors = Object.entries(one).map(([name, value]) => {
      const anchor = isList(value) && value.length === 2 && value.every((part) => typeof part === "number");
      return [name, anchor ? round([Number(value[0]) + x - before[0], Number(value[1]) + y - before[1]]) : value];
    });
    return { ...Object.fromEntries(anchors), polygon: ring } as Table;
  });
  const outlines = put(book, sheet.shapes, sheet.outlines, shapes);
  if (!sheet.borders?.length) return outlines;
  const old = tables(at(outlines, sheet.shapes, sheet.borders));
  const between = (one: Table): string[] => (isList(one.areas) ? one.areas.map(String) : []);
  const fresh = areasOf(outlines, sheet)
    .filter((area) => area.id !== id)
    .flatMap((area) => {
      const like = old.find((one) => between(one).includes(id) && between(one).includes(area.id));
      const pair = [Number(id), Number(area.id)].sort((a, b) => a - b);
      return shared(ring, area.ring).map((line) => ({ areas: pair, kind: like?.kind ?? "open", points: line }));
    });
  return put(outlines, sheet.shapes, sheet.borders, [...old.filter((one) => !between(one).includes(id)), ...fresh]);
}

/** A book in which a corner is elsewhere, also in the areas and borders that meet there. */
export function moved(book: Book, sheet: AreaSheet, from: Point, to: Point): Book {
  const shift = (value: Value): Value => points(value).map((point) => (near(point, from, 0.02) ? round(to) : point));
  const rings = tables(at(book, sheet.shapes, sheet.outlines)).map((one) =>
    points(one.polygon).some((point) => near(point, from, 0.02)) ? { ...one, polygon: shift(one.polygon) } : one,
  );
  const outlines = put(book, sheet.shapes, sheet.outlines, rings);
  if (!sheet.borders?.length) return outlines;
  const arcs = tables(at(outlines, sheet.shapes, sheet.borders)).map((one) =>
    points(one.points).some((point) => near(point, from, 0.02)) ? { ...one, points: shift(one.points) } : one,
  );
  return put(outlines, sheet.shapes, sheet.borders, arcs);
}
