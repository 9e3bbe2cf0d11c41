/**
 * The files of a board as data, by name. A book never changes: a change returns another book that shares everything
 * else with it, so that every earlier one can be kept for undo.
 */
export type Value = unknown;
export type Table = { readonly [key: string]: Value };
export type Book = { readonly [file: string]: Table };
export type Path = readonly string[];

export const isTable = (value: Value): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** The value at a path of a table. */
export const inside = (table: Value, path: Path): Value =>
  path.reduce<Value>((found, key) => (isTable(found) ? found[key] : undefined), table);

/** The value at a path of a file. */
export const at = (book: Book, file: string, path: Path): Value => inside(book[file], path);

/** A table with another value at a path; undefined removes the value. */
export function withValue(table: Value, path: Path, value: Value): Table {
  const [key, ...rest] = path;
  const before = isTable(table) ? table : {};
  if (key === undefined) return isTable(value) ? value : before;
  const { [key]: old, ...others } = before;
  const inner = rest.length ? withValue(old, rest, value) : value;
  if (inner === undefined) return others;
  return key in before ? { ...before, [key]: inner } : { ...others, [key]: inner };
}

/** A book with another value at a path of a file. */
export const put = (book: Book, file: string, path: Path, value: Value): Book => ({
  ...book,
  [file]: withValue(book[file], path, value),
});

export const texts = (value: Value): string[] =>
  isList(value) ? value.filter((one): one is string => typeof one === "string") : [];
export const tables = (value: Value): Table[] => (isList(value) ? value.filter(isTable) : []);
/** A text or a number as a string; "" for anything else. */
export const plain = (value: Value): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
export const text = (value: Value): string => (typeof value === "string" ? value : "");

/** Whether two values are equal, ignoring the order of a table's keys. */
export function same(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Date && other instanceof Date) return one.toISOString() === other.toISOString();
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((value, index) => same(value, other[index]));
  if (isTable(one) && isTable(other)) {
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => key in other && same(one[key], other[key]));
  }
  return false;
}
