import type { Entries, Field } from "../../protocol";
import { words } from "../../words/workshop";
import { plain as written, withValue, type Table } from "../book";
import { letters, readField } from "./cell";
import { fresh, keysOf } from "./entries";

/** The meaning of a spreadsheet column: a field; the figures of a counter, with dashes; or nothing. */
export type Meaning = Field | "figures" | null;

/** An invalid cell: where it is, its content, what is allowed, and possible corrections. */
export interface Trouble {
  row: number;
  column: number;
  title: string;
  text: string;
  allowed: string;
  instead: { title: string; text: string }[];
}

export interface Line {
  number: number;
  cells: string[];
  state: "ready" | "settle" | "there";
  entry: Table;
  troubles: Trouble[];
}

/** The number of lines that are read at a time. */
export const MOST_LINES = 1000;
/** The number of columns that are read, and of a cell's letters, which is more than any field allows. */
const MOST_COLUMNS = 100;
const MOST_LETTERS = 1000;
const SEPARATORS = ["\t", ";", ",", "|"];

/**
 * The end of a quoted cell, as spreadsheets write one that contains a line break: the place after its closing quote. A
 * cell that only begins with a quote is not quoted.
 *
 * A regular expression cannot find it, because it runs out of stack in a cell of a few megabytes.
 */
function endOfQuoted(text: string, at: number, separator: string): number | null {
  if (text[at] !== '"') return null;
  let quote = text.indexOf('"', at + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote >= 0 && ["\r", "\n", undefined, separator].includes(text[quote + 1]) ? quote + 1 : null;
}

/** The cells between separators, line by line, of one line more than is read. */
function split(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const plain = new RegExp(`[^\\r\\n${separator === "|" ? "\\|" : separator}]*`, "y");
  for (let at = 0; at <= text.length && rows.length <= MOST_LINES;) {
    const end = endOfQuoted(text, at, separator);
    plain.lastIndex = at;
    const cell = end === null ? plain.exec(text)![0] : text.slice(at + 1, end - 1).replaceAll('""', '"');
    if (cells.length < MOST_COLUMNS) cells.push(cell.trim().slice(0, MOST_LETTERS));
    at = end ?? plain.lastIndex;
    if (text[at] !== separator) {
      at += text.startsWith("\r\n", at) ? 1 : 0;
      if (cells.some(Boolean)) rows.push(cells);
      cells = [];
    }
    at += 1;
  }
  return rows;
}

/**
 * Split pasted lines at tabs or, if there are none, at the character that most lines have as often as the first line.
 */
export function rowsOf(text: string): string[][] {
  const bare = text.replace(/^\ufeff/, "");
  if (bare.includes("\t")) return split(bare, "\t");
  const tried = SEPARATORS.map((separator) => split(bare, separator));
  const even = (rows: string[][]): number =>
    (rows[0]?.length ?? 0) > 1 ? rows.filter((cells) => cells.length === rows[0]!.length).length : 0;
  return tried.reduce((best, rows) => (even(rows) > even(best) ? rows : best));
}

/** The figures of a counter with dashes, each within what its field allows. */
function readFigures(list: Entries, cell: string): Record<string, number> | null {
  const fields = figuresOf(list);
  const parts = cell.split(/[-\u2010-\u2015\u2212/]/);
  const found = fields.map((field, place) => readField(field, parts[place] ?? ""));
  if (!fields.length || parts.length !== fields.length || !found.every((one) => "value" in one)) return null;
  return Object.fromEntries(fields.map((field, place) => [field.name, (found[place] as { value: number }).value]));
}

/** The fields whose figures are on a counter with dashes between them. */
export function figuresOf(list: Entries): Field[] {
  const fields = (list.look?.figures ?? []).flatMap((name) => list.fields.find((one) => one.name === name) ?? []);
  return fields.length > 1 && fields.every(({ kind }) => kind === "number") ? fields : [];
}

const nameOf = (list: Entries): string => list.name ?? "name";
const titleOf = (list: Entries, meaning: Exclude<Meaning, null>): string =>
  meaning === "figures"
    ? figuresOf(list)
        .map(({ title }) => title)
        .join("-")
    : meaning.title;

export interface Guess {
  meanings: Meaning[];
  headed: boolean;
  /** The columns that no heading identifies. */
  guessed: number[];
}

/**
 * The probable meaning of each column, from its heading or its content. `headed`: whether the first line is a heading.
 * By default, it is one if it has names of fields, or words above columns without words.
 */
export function guess(list: Entries, rows: string[][], hexes: ReadonlySet<string> | null, headed?: boolean): Guess {
  const heads = rows[0] ?? [];
  const wide = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: wide }, (_, column) => column);
  const named = (cell: string): Field | null =>
    list.fields.find(({ name, title }) => letters(cell) && [letters(name), letters(title)].includes(letters(cell))) ??
    null;
  const byHead = columns.map((column) => named(heads[column] ?? ""));
  const known = byHead.filter(Boolean).length;
  const body = (from: number, column: number): string[] => rows.slice(from).flatMap((row) => row[column] || []);
  const reads = (meaning: Meaning, cell: string): boolean =>
    meaning === "figures"
      ? readFigures(list, cell) !== null
      : meaning !== null && "value" in readField(meaning, cell, hexes);
  const guessed = (from: number, heading: boolean): Meaning[] => {
    const taken = new Set<Meaning>(heading ? byHead : []);
    return columns.map((column): Meaning => {
      if (heading && byHead[column]) return byHead[column];
      const cells = body(from, column);
      if (!cells.length) return null;
      const share = (meaning: Meaning): number => cells.filter((cell) => reads(meaning, cell)).length / cells.length;
      const free = list.fields.filter((one) => !taken.has(one));
      const choice = free
        .filter(({ kind }) => kind === "choice")
        .reduce<Field | null>((best, one) => (share(one) > (best ? share(best) : 0) ? one : best), null);
      const whole = (kind: string): Field | undefined => free.find((one) => one.kind === kind && share(one) >= 0.5);
      const number = free.find((one) => one.kind === "number" && share(one) >= 0.5 && (one.must || !heading));
      const found =
        (figuresOf(list).length && share("figures") >= 0.5 ? "figures" : null) ??
        whole("pair") ??
        (choice && share(choice) >= 0.5 ? choice : null) ??
        (hexes ? whole("hex") : null) ??
        number ??
        (cells.some((cell) => /\p{L}/u.test(cell)) ? free.find(({ name }) => name === nameOf(list)) : null) ??
        null;
      if (found) taken.add(found);
      return found;
    });
  };
  /** Whether the first line says nothing that the columns below say. */
  const above = (): boolean => {
    const typed = guessed(1, false).flatMap((meaning, column) => {
      const telling = meaning === "figures" || (meaning !== null && !["text", undefined].includes(meaning.kind));
      return telling && heads[column] ? [reads(meaning, heads[column])] : [];
    });
    return rows.length > 1 && typed.length > 0 && !typed.some(Boolean);
  };
  const heading = headed ?? (known >= Math.min(2, heads.filter(Boolean).length) || above());
  const meanings = guessed(heading ? 1 : 0, heading);
  return {
    meanings,
    headed: heading,
    guessed: columns.filter((column) => meanings[column] && !(heading && byHead[column])),
  };
}

/**
 * The lines as complete entries: ready, to be settled because of an invalid cell, or already there under the same name.
 */
export function linesOf(
  list: Entries,
  rows: string[][],
  headed: boolean,
  meanings: Meaning[],
  before: Table[],
  hexes: ReadonlySet<string> | null,
): Line[] {
  const name = nameOf(list);
  const key = list.fields.find((one) => one.name === list.key);
  const names = new Set(before.map((one) => written(one[name])));
  const keys = keysOf(list, before);
  return rows.slice(headed ? 1 : 0).map((cells, index) => {
    const number = index + 1 + (headed ? 1 : 0);
    const troubles: Trouble[] = [];
    let entry: Table = {};
    const trouble = (column: number, allowed: string, instead: Trouble["instead"] = []): void => {
      const meaning = meanings[column];
      const title = words.columnOf(
        meaning ? titleOf(list, meaning) : words.column(column + 1),
        headed ? (rows[0]![column] ?? "") : "",
      );
      troubles.push({ row: number, column, title, text: cells[column] ?? "", allowed, instead });
    };
    meanings.forEach((meaning, column) => {
      const cell = cells[column] ?? "";
      if (meaning === null || cell === "") return;
      if (meaning === "figures") {
        const figures = readFigures(list, cell);
        if (figures) entry = { ...entry, ...figures };
        else trouble(column, words.allowed.figures(figuresOf(list).map(({ title }) => title).join(", "))); // prettier-ignore
        return;
      }
      const reading = readField(meaning, cell, hexes);
      if ("value" in reading) entry = withValue(entry, meaning.name.split("."), reading.value);
      else trouble(column, reading.allowed, insteadOf(meaning, reading.instead));
    });
    const named = meanings.findIndex((one) => one !== null && one !== "figures" && one.name === name);
    const called = written(entry[name]);
    if (!called && named >= 0 && !troubles.some(({ column }) => column === named)) trouble(named, words.allowed.given);
    const there = called !== "" && before.length > 0 && names.has(called);
    const own = written(entry[list.key]);
    if (!there && own && keys.has(own) && key)
      trouble(
        meanings.findIndex((one) => one === key),
        words.allowed.other(key.title),
      );
    const state = there ? "there" : troubles.length || !called ? "settle" : "ready";
    if (state === "ready") {
      entry = fresh(list, keys, entry, called);
      keys.add(written(entry[list.key]));
    }
    return { number, cells, state, entry, troubles };
  });
}

/** What a cell can be changed to with one click. */
function insteadOf(field: Field, instead?: string): Trouble["instead"] {
  if (instead) return [{ title: words.quoted(instead), text: instead }];
  if (field.kind === "flag") return [words.yes, words.no].map((title) => ({ title, text: title }));
  if (field.kind !== "choice") return [];
  return (field.choices ?? []).slice(0, 8).map(({ value, title }) => ({ title, text: value }));
}

/** The required fields about which the lines say nothing. */
export function untold(list: Entries, meanings: Meaning[]): Field[] {
  const told = new Set([list.key, nameOf(list), ...(meanings.includes("figures") ? (list.look?.figures ?? []) : [])]);
  return list.fields.filter((field) => field.must && !meanings.includes(field) && !told.has(field.name));
}
