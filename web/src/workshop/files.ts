import type { Workshop } from "../protocol";
import { words } from "../words/workshop";
import { inside, isList, isTable, same, texts, type Book, type Path, type Table, type Value } from "./book";
import { readToml, writeToml } from "./toml";

/** Limits: a longer file is not read, nor a map with more rows or columns, nor a longer list in such a place. */
const MOST_LETTERS = 800_000;
const MOST_ROWS = 200;

/** Read the content of a file. Throws an error with the reason. */
function parsed(name: string, text: string): Table {
  if (text.length > MOST_LETTERS) throw new Error(words.tooLong(MOST_LETTERS));
  const found: unknown = name.endsWith(".json") ? JSON.parse(text) : readToml(text);
  if (!isTable(found)) throw new Error(words.noTable);
  return found;
}

/** A file in stored form, which parses back to what was written. Throws an error that names the file if it does not. */
export function writtenFile(name: string, table: Table, title: string): string {
  let why = "";
  try {
    const text = name.endsWith(".json") ? `${JSON.stringify(table)}\n` : `# ${title}\n\n${writeToml(table)}`;
    if (same(parsed(name, text), table)) return text;
  } catch (error) {
    why = reasonOf(error);
  }
  throw new Error(words.notWritten(name, why));
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.split("\n")[0]! : "");

/** Why the workshop cannot draw the content of a file; "" if it can. */
function misshapen(workshop: Workshop, name: string, table: Table): string {
  const { hexes, areas } = workshop;
  const wrong = (path: Path, kind: "list" | "table", fits: (value: readonly Value[]) => boolean): string => {
    const value = inside(table, path);
    const right = kind === "table" ? isTable(value) : isList(value) && fits(value);
    return value === undefined || right ? "" : words.misshapen(path.join("."));
  };
  const missing = (path: Path): string => (inside(table, path) === undefined ? words.misshapen(path.join(".")) : "");
  const ofTables = (value: readonly Value[]): boolean => value.every(isTable);
  const ofTexts = (value: readonly Value[]): boolean => value.every((one) => typeof one === "string");
  const ofLists = (value: readonly Value[]): boolean => value.every(isList);
  const few = (count: number): boolean => count <= MOST_ROWS;
  const found: string[] = [];
  if (hexes?.file === name && hexes.written === "rows")
    for (const { path } of hexes.layers)
      found.push(missing(path), wrong(path, "list", (rows) => ofTexts(rows) && few(rows.length) && texts(rows).every((row) => few(row.length)))); // prettier-ignore
  if (hexes?.file === name && hexes.written === "list") {
    const [columns, rows] = ["columns", "hexes"].map((key) => [...(hexes.path ?? []), key]) as [string[], string[]];
    const names = texts(inside(table, columns));
    const placed = (row: Value): boolean =>
      isList(row) && ["row", "half"].every((key) => Number.isInteger(row[names.indexOf(key)]) && few(Math.abs(row[names.indexOf(key)] as number))); // prettier-ignore
    found.push(
      missing(rows),
      wrong(columns, "list", ofTexts),
      wrong(rows, "list", (all) => all.every(placed)),
    );
  }
  if (areas?.file === name) found.push(missing(areas.path), wrong(areas.path, "list", ofTables));
  if (areas?.shapes === name) found.push(missing(areas.outlines), wrong(areas.outlines, "list", ofTables));
  for (const { path, file, written } of workshop.lines ?? [])
    if (file === name)
      found.push(wrong(path, written === "named-sides" ? "table" : "list", written === "sides" ? ofTexts : ofTables));
  for (const { path, file, written } of workshop.places ?? [])
    if (file === name) found.push(wrong(path, written === "names" ? "table" : "list", ofTables));
  for (const { path, file } of workshop.zones ?? []) if (file === name) found.push(wrong(path, "list", ofTexts));
  for (const { path, file, columns } of workshop.entries ?? [])
    if (file === name) found.push(wrong(path, "list", columns ? ofLists : ofTables));
  return found.find(Boolean) ?? "";
}

/** Opened files: those that can be read instead of ours, and why the others cannot, by name. */
export interface Opened {
  book: Book;
  wrong: Record<string, string>;
}

export function opened(workshop: Workshop, ours: Book, files: Record<string, string>): Opened {
  const book: Record<string, Table> = { ...ours };
  const wrong: Record<string, string> = {};
  for (const [name, text] of Object.entries(files))
    try {
      const table = parsed(name, text);
      const why = misshapen(workshop, name, table);
      if (why) wrong[name] = why;
      else book[name] = table;
    } catch (error) {
      wrong[name] = reasonOf(error);
    }
  return { book, wrong };
}

/** Our files, as they come with the game. */
export const oursOf = (files: Record<string, string>): Book =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, parsed(name, text)]));
