import type { Workshop } from "../protocol";
import { at, isList, same, tables, text, texts, type Book, type Table } from "./book";
import { hexMapOf } from "./hexmap";
import { pairsOf } from "./lines";
import { placesOf, zoneOf } from "./places";

/** A difference from ours: what it is, and where. */
export interface Difference {
  what: string;
  hexes: string[];
  /** The list of counters or cards, and the entry in it. */
  list?: string;
  entry?: string;
}

export interface Differences {
  all: Difference[];
  hexes: Set<string>;
  counters: number;
  cards: number;
}

/** The entries of a list, as tables. */
export function entriesAt(book: Book, file: string, path: readonly string[], columns: boolean): Table[] {
  const value = at(book, file, path);
  if (!columns) return tables(value);
  const names = texts(at(book, file, [...path.slice(0, -1), "columns"]));
  return (isList(value) ? value : [])
    .filter(isList)
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

/** The differences between a board and ours. */
export function differencesOf(workshop: Workshop, book: Book, ours: Book): Differences {
  const all: Difference[] = [];
  const hexes = new Set<string>();
  const note = (what: string, ids: string[]): void => {
    if (!ids.length) return;
    all.push({ what, hexes: ids });
    for (const id of ids) hexes.add(id);
  };
  const sheet = workshop.hexes;
  if (sheet && book[sheet.file] !== ours[sheet.file]) {
    const [mine, theirs] = [hexMapOf(sheet, book), hexMapOf(sheet, ours)];
    const ids = new Set([...mine.hexes, ...theirs.hexes].map(({ id }) => id));
    for (const layer of sheet.layers) {
      const path = layer.path;
      if (sheet.written === "rows" && at(book, sheet.file, path) === at(ours, sheet.file, path)) continue;
      note(
        layer.title,
        [...ids].filter((id) => mine.value(id, layer.id) !== theirs.value(id, layer.id)),
      );
    }
    if (sheet.name)
      note(
        "",
        [...ids].filter((id) => mine.cells.get(id)?.name !== theirs.cells.get(id)?.name),
      );
    for (const kind of workshop.lines ?? []) {
      if (at(book, kind.file, kind.path) === at(ours, kind.file, kind.path)) continue;
      const [one, other] = [pairsOf(book, kind), pairsOf(ours, kind)];
      const apart = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.has(name) !== other.has(name));
      note(kind.title, [...new Set(apart.flatMap((name) => name.split("/")))]);
    }
    for (const kind of workshop.places ?? []) {
      if (at(book, kind.file, kind.path) === at(ours, kind.file, kind.path)) continue;
      const by = (from: Book): Map<string, string> =>
        new Map(
          placesOf(from, kind).map(({ hex, name, entry }) => [
            hex,
            JSON.stringify([name, ...(kind.fields ?? []).map((field) => entry[field.name] ?? field.default)]),
          ]),
        );
      const [one, other] = [by(book), by(ours)];
      note(
        kind.title,
        [...new Set([...one.keys(), ...other.keys()])].filter((hex) => one.get(hex) !== other.get(hex)),
      );
    }
    for (const zone of workshop.zones ?? []) {
      if (at(book, zone.file, zone.path) === at(ours, zone.file, zone.path)) continue;
      const [one, other] = [zoneOf(book, zone), zoneOf(ours, zone)];
      note(
        zone.title,
        [...new Set([...one, ...other])].filter((id) => one.includes(id) !== other.includes(id)),
      );
    }
  }
  const areas = workshop.areas;
  if (areas && book[areas.file] !== ours[areas.file]) {
    const by = (from: Book): Map<string, Table> =>
      new Map(tables(at(from, areas.file, areas.path)).map((one) => [String(one[areas.number]), one]));
    const [one, other] = [by(book), by(ours)];
    note(
      "",
      [...new Set([...one.keys(), ...other.keys()])].filter((id) => !same(one.get(id), other.get(id))),
    );
  }
  const counts = { counters: 0, cards: 0 };
  for (const list of workshop.entries ?? []) {
    if (book[list.file] === ours[list.file]) continue;
    const by = (from: Book): Map<string, Table> =>
      new Map(entriesAt(from, list.file, list.path, list.columns === true).map((one) => [String(one[list.key]), one]));
    const [one, other] = [by(book), by(ours)];
    for (const entry of new Set([...one.keys(), ...other.keys()])) {
      if (same(one.get(entry), other.get(entry))) continue;
      counts[list.of] += 1;
      const name = text((one.get(entry) ?? other.get(entry))?.[list.name ?? "name"]);
      all.push({ what: `${list.title}: ${name || entry}`, hexes: [], list: list.id, entry });
    }
  }
  return { all, hexes, ...counts };
}
