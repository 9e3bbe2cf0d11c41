import type { PlaceKind, Workshop, Zone } from "../protocol";
import { at, isTable, put, tables, text, texts, withValue, type Book, type Table, type Value } from "./book";

/** A place: where it is, its name, and the other data of its entry. */
export interface Place {
  hex: string;
  name: string;
  entry: Table;
}

export function placesOf(book: Book, kind: PlaceKind): Place[] {
  const value = at(book, kind.file, kind.path);
  if (kind.written === "names")
    return Object.entries(isTable(value) ? value : {}).map(([hex, name]) => ({ hex, name: text(name), entry: {} }));
  return tables(value).map((entry) => ({ hex: text(entry.hex), name: text(entry.name), entry }));
}

/** A book with a place in a hex, instead of the one that may be there. */
export function setPlace(book: Book, kind: PlaceKind, hex: string, name: string, more: Record<string, Value>): Book {
  const value = at(book, kind.file, kind.path);
  if (kind.written === "names")
    return put(book, kind.file, kind.path, { ...(isTable(value) ? value : {}), [hex]: name });
  const before = tables(value);
  const old = before.find((one) => one.hex === hex);
  const kept = Object.fromEntries(Object.entries({ ...old, ...more }).filter(([, one]) => one !== undefined));
  const entry = { ...kept, name, hex };
  return put(book, kind.file, kind.path, old ? before.map((one) => (one === old ? entry : one)) : [...before, entry]);
}

export function removePlace(book: Book, kind: PlaceKind, hex: string): Book {
  const value = at(book, kind.file, kind.path);
  if (kind.written === "entries")
    return put(
      book,
      kind.file,
      kind.path,
      tables(value).filter((one) => one.hex !== hex),
    );
  return put(book, kind.file, kind.path, withValue(value, [hex], undefined));
}

export const noPlaces = (book: Book, kind: PlaceKind): Book =>
  put(book, kind.file, kind.path, kind.written === "names" ? {} : []);

export const zoneOf = (book: Book, zone: Zone): string[] => texts(at(book, zone.file, zone.path));

/** A book in which hexes belong to a zone, or do not. */
export function zoned(book: Book, zone: Zone, ids: Iterable<string>, belongs: boolean): Book {
  const wanted = [...ids];
  const before = zoneOf(book, zone);
  const after = belongs
    ? [...before, ...wanted.filter((id) => !before.includes(id))]
    : before.filter((id) => !wanted.includes(id));
  return put(book, zone.file, zone.path, after);
}

/** A book in which what is drawn in a hex, its signs and places, goes to another number, or goes with the hex (null). */
export function carried(book: Book, { zones = [], places = [] }: Workshop, from: string, to: string | null): Book {
  let found = book;
  for (const zone of zones) {
    const before = zoneOf(found, zone);
    if (!before.includes(from)) continue;
    const after = before.flatMap((id) => (id === from ? (to ?? []) : id));
    found = put(found, zone.file, zone.path, [...new Set(after)]);
  }
  for (const kind of places) {
    const place = placesOf(found, kind).find(({ hex }) => hex === from);
    if (!place) continue;
    found = removePlace(found, kind, from);
    if (to !== null) found = setPlace(found, kind, to, place.name, place.entry);
  }
  return found;
}
