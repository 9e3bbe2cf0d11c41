import type { LineKind } from "../protocol";
import { at, isTable, put, tables, text, texts, type Book, type Table } from "./book";

export type Pair = readonly [string, string];

/** Lines with one name: through hexes, or along the sides between pairs of them. */
export interface Drawn {
  name: string;
  kind: string;
  hexes: string[];
  sides: Pair[];
}

const pair = (written: string): Pair => {
  const [one = "", other = ""] = written.split("/");
  return [one, other];
};
export const key = ([one, other]: Pair): string => (one < other ? `${one}/${other}` : `${other}/${one}`);
/** Whether lines of a kind run through hexes, from center to center. */
export const through = (kind: LineKind): boolean => kind.written === "courses";

/** All lines of a kind. */
export function linesOf(book: Book, kind: LineKind): Drawn[] {
  const value = at(book, kind.file, kind.path);
  const line = { name: "", kind: "", hexes: [], sides: [] };
  switch (kind.written) {
    case "courses":
      return tables(value).map((one) => ({
        ...line,
        name: text(one.name),
        kind: kind.kind ? text(one[kind.kind]) : "",
        hexes: texts(one.hexes),
      }));
    case "named-sides":
      return isTable(value)
        ? Object.entries(value).map(([name, rows]) => ({ ...line, name, sides: texts(rows).map(pair) }))
        : [];
    case "sides":
      return [{ ...line, sides: texts(value).map(pair) }];
    case "between":
      return tables(value).map((one) => ({
        ...line,
        name: text(one.name),
        sides: [texts(one.between) as unknown as Pair],
      }));
  }
}

export const links = (hexes: string[]): Pair[] => hexes.slice(1).map((hex, index) => [hexes[index]!, hex]);
/** Every hexside or link in the lines of a kind, each once. */
export const pairsOf = (book: Book, kind: LineKind): Map<string, Pair> =>
  new Map(
    linesOf(book, kind).flatMap((line) => [...line.sides, ...links(line.hexes)].map((one) => [key(one), one] as const)),
  );

const joined = (one: Pair): string => key(one);

/**
 * A book with one more line through hexes. If it begins where another of the same name ends, it continues that line.
 */
export function addCourse(book: Book, kind: LineKind, name: string, hexes: string[], value = ""): Book {
  const before = tables(at(book, kind.file, kind.path));
  const own = (one: Table): boolean => text(one.name) === name && (!kind.kind || text(one[kind.kind]) === value);
  const index = before.findIndex((one) => own(one) && texts(one.hexes).at(-1) === hexes[0]);
  const entry = { ...(kind.kind ? { [kind.kind]: value } : {}), name, hexes, ...(kind.more ?? {}) };
  const after =
    index < 0
      ? [...before, entry]
      : before.map((one, place) =>
          place === index ? { ...one, hexes: [...texts(one.hexes), ...hexes.slice(1)] } : one,
        );
  return put(book, kind.file, kind.path, after);
}

/** A book with more hexsides of a kind. */
export function addSides(book: Book, kind: LineKind, name: string, sides: Pair[]): Book {
  const value = at(book, kind.file, kind.path);
  const there = pairsOf(book, kind);
  const fresh = sides.filter((one) => !there.has(key(one)));
  if (kind.written === "named-sides") {
    const before = isTable(value) ? value : {};
    return put(book, kind.file, kind.path, { ...before, [name]: [...texts(before[name]), ...fresh.map(joined)] });
  }
  if (kind.written === "sides") return put(book, kind.file, kind.path, [...texts(value), ...fresh.map(joined)]);
  const more = fresh.map((between) => ({ between: [...between], name, ...(kind.more ?? {}) }));
  return put(book, kind.file, kind.path, [...tables(value), ...more]);
}

/** The parts of a course that are left without some of its links. A single hex is not a part. */
function parts(hexes: string[], gone: ReadonlySet<string>): string[][] {
  const found: string[][] = [[]];
  hexes.forEach((hex, index) => {
    if (index > 0 && gone.has(key([hexes[index - 1]!, hex]))) found.push([]);
    found.at(-1)!.push(hex);
  });
  return found.filter((part) => part.length > 1);
}

/** A book without some hexsides or links of a kind. */
export function erase(book: Book, kind: LineKind, gone: ReadonlySet<string>): Book {
  const value = at(book, kind.file, kind.path);
  const stays = (written: string): boolean => !gone.has(key(pair(written)));
  switch (kind.written) {
    case "courses":
      return put(
        book,
        kind.file,
        kind.path,
        tables(value).flatMap((one) => {
          const hexes = texts(one.hexes);
          if (!links(hexes).some((link) => gone.has(key(link)))) return [one];
          return parts(hexes, gone).map((part) => ({ ...one, hexes: part }));
        }),
      );
    case "named-sides":
      return put(
        book,
        kind.file,
        kind.path,
        Object.fromEntries(
          Object.entries(isTable(value) ? value : {})
            .map(([name, rows]) => [name, texts(rows).filter(stays)] as const)
            .filter(([, rows]) => rows.length),
        ),
      );
    case "sides":
      return put(book, kind.file, kind.path, texts(value).filter(stays));
    case "between":
      return put(
        book,
        kind.file,
        kind.path,
        tables(value).filter((one) => !gone.has(key(texts(one.between) as unknown as Pair))),
      );
  }
}

/** A book without any line of a kind. */
export const noLines = (book: Book, kind: LineKind): Book =>
  put(book, kind.file, kind.path, kind.written === "named-sides" ? {} : []);
