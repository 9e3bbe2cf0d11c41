import type { HexGrid, HexSheet, Layer } from "../protocol";
import { at, isList, put, text, texts, type Book, type Table, type Value } from "./book";

/** A place on the sheet: a hex of the map or, in a list of hexes, also a place without a hex (`there` false). */
export interface Cell {
  id: string;
  row: number;
  column: number;
  there: boolean;
  name: string;
}

interface Layout {
  key: string;
  cells: Map<string, Cell>;
  hexes: Cell[];
}
/** The places of sheets that are written in rows. Most brush strokes leave them unchanged. */
const layouts = new WeakMap<HexSheet, Layout>();

/** No hex has this name. It is for places of a list without a hex. */
const GHOST = "@";
const letters = (row: number): string => String.fromCharCode(65 + (row % 26)).repeat(1 + Math.floor(row / 26));
const two = (number: number): string => String(number).padStart(2, "0");

const called = (sheet: HexSheet, row: number, column: number): string =>
  sheet.numbering === "row-column"
    ? two((sheet.first_row ?? 1) + row) + two(column + 1)
    : `${letters(row)}${column + 1}`;
/** By how many half hexes a row is shifted east. */
const shift = (sheet: HexSheet, row: number): number => (row % 2 === (sheet.shifted === "odd" ? 1 : 0) ? 1 : 0);

/** The layer that says where there is no hex. */
const hole = "-";

/** The hexes of a map as its files write them. */
export class HexMap {
  cells = new Map<string, Cell>();
  /** The places that are hexes of the map. */
  readonly hexes: Cell[];
  readonly rows: number;
  readonly columns: number;
  /** The value of a place in each layer. */
  #values = new Map<string, (cell: Cell) => string>();

  constructor(
    readonly sheet: HexSheet,
    readonly book: Book,
  ) {
    if (sheet.written === "rows") [this.rows, this.columns, this.hexes] = this.#readRows();
    else [this.rows, this.columns, this.hexes] = this.#readList();
  }

  value(id: string, layer: string): string {
    const cell = this.cells.get(id);
    return cell ? this.of(cell, layer) : "";
  }

  of(cell: Cell, layer: string): string {
    return this.#values.get(layer)?.(cell) ?? "";
  }

  grid(): HexGrid {
    const { sheet } = this;
    const ids: string[][] = [];
    for (const { id, row, column } of this.cells.values()) (ids[row] ??= [])[column] = id;
    const line = (row: number): string =>
      Array.from({ length: this.columns }, (_, column) => ids[row]?.[column] ?? "-").join(" ");
    return {
      orientation: "pointy",
      pitch: sheet.pitch,
      origin: sheet.origin ?? [0, 0],
      shifted: sheet.shifted,
      ids: Array.from({ length: this.rows }, (_, row) => line(row)),
    };
  }

  #readRows(): [number, number, Cell[]] {
    const { sheet, book } = this;
    for (const layer of sheet.layers) {
      const rows = texts(at(book, sheet.file, layer.path));
      this.#values.set(layer.id, ({ row, column }) => rows[row]?.[column] ?? "");
    }
    const first = texts(at(book, sheet.file, sheet.layers[0]!.path));
    const key = first.map((line) => (sheet.holes ? line.replace(/[^-]/g, ".") : line.length)).join();
    let layout = layouts.get(sheet);
    if (layout?.key !== key) {
      const cells = first.flatMap((line, row) =>
        [...line].map((letter, column): Cell => {
          const there = !(sheet.holes && letter === hole);
          return { id: called(sheet, row, column), row, column, there, name: "" };
        }),
      );
      layout = { key, cells: new Map(cells.map((cell) => [cell.id, cell])), hexes: cells.filter(({ there }) => there) };
      layouts.set(sheet, layout);
    }
    this.cells = layout.cells;
    return [first.length, Math.max(0, ...first.map((line) => line.length)), layout.hexes];
  }

  #readList(): [number, number, Cell[]] {
    const { sheet } = this;
    const [top, bottom, left, right] = sheet.room ?? [1, 20, 0, 40];
    const entries = entriesOf(sheet, this.book);
    const room = {
      top: Math.min(top, ...entries.map((one) => Number(one.row))),
      bottom: Math.max(bottom, ...entries.map((one) => Number(one.row))),
      left: Math.min(left, ...entries.map((one) => Number(one.half))),
      right: Math.max(right, ...entries.map((one) => Number(one.half))),
    };
    room.left -= (room.left - left) & 1; // rows keep their parity
    const columns = Math.floor((room.right - room.left) / 2) + 1;
    const rows = room.bottom - room.top + 1;
    const there = new Map(entries.map((one) => [`${Number(one.row)},${Number(one.half)}`, one]));
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const half = room.left + 2 * column + shift(sheet, row + (room.top - top));
        const place = `${row + room.top},${half}`;
        const entry = there.get(place);
        const id = entry ? String(entry.id) : GHOST + place;
        this.cells.set(id, { id, row, column, there: !!entry, name: text(entry?.[sheet.name ?? ""]) });
      }
    const byId = new Map(entries.map((one) => [String(one.id), one]));
    for (const { id, path } of sheet.layers) this.#values.set(id, (cell) => text(byId.get(cell.id)?.[path[0]!]));
    return [rows, columns, [...this.cells.values()].filter((cell) => cell.there)];
  }
}

const known = new WeakMap<Table, HexMap>();

/** The hexes of a book, which are read once for all callers. */
export function hexMapOf(sheet: HexSheet, book: Book): HexMap {
  const table = book[sheet.file]!;
  let found = known.get(table);
  if (!found) known.set(table, (found = new HexMap(sheet, book)));
  return found;
}

/** The entries of a list of hexes, by their columns. */
function entriesOf(sheet: HexSheet, book: Book): Table[] {
  const columns = texts(at(book, sheet.file, [...(sheet.path ?? []), "columns"]));
  const rows = at(book, sheet.file, [...(sheet.path ?? []), "hexes"]);
  return (isList(rows) ? rows : [])
    .filter(isList)
    .map((row) => Object.fromEntries(columns.map((key, i) => [key, row[i]])));
}

/** The written form of a hex's place in its row, counted from the east. */
function recounted(sheet: HexSheet, entries: Table[]): Table[] {
  if (!sheet.counted) return entries;
  return entries.map((one) => ({
    ...one,
    [sheet.counted!]:
      1 + entries.filter((other) => other.row === one.row && Number(other.half) > Number(one.half)).length,
  }));
}

function withEntries(sheet: HexSheet, book: Book, entries: Table[], count = false): Book {
  const columns = texts(at(book, sheet.file, [...(sheet.path ?? []), "columns"]));
  const rows = (count ? recounted(sheet, entries) : entries).map((one) => columns.map((key) => one[key] ?? ""));
  return put(book, sheet.file, [...(sheet.path ?? []), "hexes"], rows);
}

/** A book in which these hexes have a value in a layer. */
export function paint(book: Book, map: HexMap, layer: Layer, ids: Iterable<string>, value: string): Book {
  const { sheet } = map;
  if (sheet.written === "list") {
    const wanted = new Set(ids);
    const entries = entriesOf(sheet, book);
    return withEntries(
      sheet,
      book,
      entries.map((one) => (wanted.has(String(one.id)) ? { ...one, [layer.path[0]!]: value } : one)),
    );
  }
  const rows = texts(at(book, sheet.file, layer.path)).map((line) => [...line]);
  for (const id of ids) {
    const cell = map.cells.get(id);
    if (cell && rows[cell.row]) rows[cell.row]![cell.column] = value;
  }
  return put(
    book,
    sheet.file,
    layer.path,
    rows.map((line) => line.join("")),
  );
}

/** The number of a new hex: one more than the highest. */
export function nextNumber(map: HexMap): string {
  const numbers = map.hexes.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : 0));
  return String(Math.max(0, ...numbers) + 1);
}

/** A book with one more hex, in a place where the list had none. */
export function addHex(book: Book, map: HexMap, place: string, id: string): Book {
  const [row, half] = place.slice(GHOST.length).split(",").map(Number);
  const { sheet } = map;
  const fresh: Record<string, Value> = { id, row, half };
  for (const layer of sheet.layers) fresh[layer.path[0]!] = layer.choices[0]!.value;
  if (sheet.name) fresh[sheet.name] = id;
  return withEntries(sheet, book, [...entriesOf(sheet, book), fresh], true);
}

export function removeHex(book: Book, map: HexMap, id: string): Book {
  const { sheet } = map;
  if (sheet.written === "list")
    return withEntries(
      sheet,
      book,
      entriesOf(sheet, book).filter((one) => String(one.id) !== id),
      true,
    );
  return sheet.holes ? paint(book, map, sheet.layers[0]!, [id], hole) : book;
}

/** A book in which a hex of a list has another number or name. A hex that is only called by its number keeps no old one. */
export function rename(book: Book, map: HexMap, id: string, to: { id?: string; name?: string }): Book {
  const { sheet } = map;
  const entries = entriesOf(sheet, book).map((one) => {
    if (String(one.id) !== id) return one;
    const number = to.id ?? one.id;
    const name = sheet.name ? (to.name ?? one[sheet.name]) : undefined;
    return { ...one, id: number, ...(sheet.name ? { [sheet.name]: name === id ? number : name } : {}) };
  });
  return withEntries(sheet, book, entries);
}

/** A book with an empty sheet: each hex has the first value of each layer, and a list has no hexes. */
export function blank(book: Book, sheet: HexSheet): Book {
  if (sheet.written === "list") return withEntries(sheet, book, []);
  let emptied = book;
  for (const layer of sheet.layers) {
    const rows = texts(at(book, sheet.file, layer.path));
    const letter = layer.choices[0]!.value;
    emptied = put(
      emptied,
      sheet.file,
      layer.path,
      rows.map((line) => letter.repeat(line.length)),
    );
  }
  return emptied;
}
