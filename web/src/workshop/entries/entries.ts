import type { Entries, Field, Piece } from "../../protocol";
import {
  at,
  inside,
  isList,
  isTable,
  plain,
  put,
  tables,
  texts,
  withValue,
  type Book,
  type Table,
  type Value,
} from "../book";
import { entriesAt } from "../differences";
import { longest } from "./cell";

export const read = (book: Book, list: Entries): Table[] =>
  entriesAt(book, list.file, list.path, list.columns === true);
export const valueOf = (entry: Table, field: Field): Value => inside(entry, field.name.split("."));
export const shownOf = (entry: Table, field: Field): Value => valueOf(entry, field) ?? field.default;

/** A book in which a list has other entries. */
export function write(book: Book, list: Entries, entries: Table[]): Book {
  if (!list.columns) return put(book, list.file, list.path, entries);
  const columns = texts(at(book, list.file, [...list.path.slice(0, -1), "columns"]));
  const field = (name: string): Field | undefined => list.fields.find((one) => one.name === name);
  return put(
    book,
    list.file,
    list.path,
    entries.map((one) => columns.map((name) => one[name] ?? field(name)?.default ?? "")),
  );
}

/** An entry with another value in a field. Missing fields mean their default. */
export function withField(entry: Table, field: Field, value: Value, columns: boolean): Table {
  const out = !field.must && !columns && (value === field.default || value === "" || value === undefined);
  const path = field.name.split(".");
  const after = withValue(entry, path, out ? undefined : value);
  const [head] = path;
  const inner = after[head!];
  return path.length > 1 && isTable(inner) && !Object.keys(inner).length ? withValue(after, [head!], undefined) : after;
}

const slug = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 26)
    .replace(/-$/, "");

/** An id that no other entry has. */
export function freshId(taken: ReadonlySet<string>, name: string): string {
  const base = slug(name) || "new";
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}

/** What distinguishes entries of a list. */
export const keysOf = (list: Entries, entries: Table[]): Set<string> =>
  new Set(entries.map((one) => plain(one[list.key])));

/** A new entry, or a complete one from partial data. Required fields have their first value. */
export function fresh(list: Entries, taken: ReadonlySet<string>, like: Table | null, name: string): Table {
  let entry: Table = like ?? {};
  for (const field of list.fields) {
    if (!field.must || (like && valueOf(like, field) !== undefined)) continue;
    const first: Value =
      {
        number: Math.max(field.low ?? 0, 1),
        pair: [1, 1],
        numbers: [],
        flag: false,
        list: [],
        effects: [],
        choice: field.choices?.[0]?.value,
      }[field.kind as string] ?? name.slice(0, longest(field)).trim();
    entry = withValue(entry, field.name.split("."), field.default ?? first);
  }
  const key = list.fields.find((one) => one.name === list.key);
  const own = (): Value => {
    if (list.key === (list.name ?? "name")) return name;
    if (key?.kind !== "number") return freshId(taken, name);
    return 1 + [...taken].reduce((most, one) => Math.max(most, Number(one) || 0), 0);
  };
  return { ...entry, [list.name ?? "name"]: name, [list.key]: like?.[list.key] ?? own() };
}

/** A counter as it is at the table, from its entry. */
export function pieceOf(list: Entries, entry: Table): Piece {
  const look = list.look!;
  const field = (name: string | undefined): Field | undefined => list.fields.find((one) => one.name === name);
  const choice = (name: string | undefined) => {
    const found = field(name);
    return found?.choices?.find(({ value }) => value === entry[found.name]);
  };
  const symbol = choice(look.symbol);
  const figures = (look.figures ?? []).flatMap((name) => {
    const value = entry[name];
    return isList(value) ? value.map(plain) : value === undefined ? [] : [plain(value)];
  });
  return {
    id: "preview",
    name: plain(entry[list.name ?? "name"]),
    label: look.label ? plain(entry[look.label]).slice(0, 6) : "",
    side: "",
    tone: choice(look.tone)?.tone || look.always || "a",
    kind: symbol?.title ?? "",
    figures: figures.length ? [figures.join("-")] : [],
    symbol: symbol?.sidc
      ? { sidc: symbol.sidc, echelon: look.echelon }
      : { letters: symbol?.letters || plain(entry[list.name ?? "name"]).slice(0, 2) },
  };
}

/** An effect: its word, its amount, and its other data. */
export interface Effect {
  word: string;
  amount: number | null;
  more: Table;
}

export function effectsOf(value: Value, field: Field): Effect[] {
  if (field.written === "tables")
    return tables(value).map(({ kind, n, ...more }) => ({
      word: String(kind),
      amount: typeof n === "number" ? n : null,
      more,
    }));
  return (isList(value) ? value : [])
    .filter(isList)
    .map(([word, amount]) => ({ word: String(word), amount: Number(amount), more: {} }));
}

export const effectsWritten = (effects: Effect[], field: Field): Value =>
  effects.map(({ word, amount, more }) =>
    field.written === "tables"
      ? { kind: word, ...(amount === null ? {} : { n: amount }), ...more }
      : [word, amount ?? 0],
  );

/** A sentence with its number. */
export const said = (doc: string, amount: number | null): string =>
  doc.replace("#", amount === null ? "" : `${amount > 0 && /^#|by #/.test(doc) ? "+" : ""}${amount}`);

/** A sentence about what a card does, and its clauses. */
export interface Sentence {
  text: string;
  clauses: string[];
}

/** A card as the rules read it: its fields and effects in order, then what applies to all of its kind. */
export function readBack(list: Entries, entry: Table): Sentence[] {
  const sentence = (text: string, clause = ""): Sentence => ({ text, clauses: clause ? [clause] : [] });
  const spoken = list.fields.flatMap((field): Sentence[] => {
    const value = valueOf(entry, field);
    if (field.kind === "effects")
      return effectsOf(value, field).map(({ word, amount, more }) => {
        const choice = field.choices?.find((one) => one.value === word);
        const besides = Object.values(more).map(plain).join(", ");
        return sentence(`${said(choice?.doc || `${word}.`, amount)}${besides ? ` (${besides})` : ""}`, choice?.clause);
      });
    const choice = field.choices?.find((one) => one.value === value);
    if (choice?.doc) return [sentence(choice.doc, choice.clause)];
    const says = field.doc && value !== undefined && value !== 0 && value !== false;
    if (!says) return [];
    return [
      sentence(field.doc!.replace("#", isList(value) ? value.map(plain).join(", ") : plain(value)), field.clause),
    ];
  });
  const cited = list.cites ? plain(entry[list.cites]) : "";
  const last = [...(cited ? [cited] : []), ...(list.clauses ?? [])];
  return spoken.length || last.length ? [...spoken, { text: "", clauses: last }] : [];
}

/** The effects of an entry that the game does not know. */
export const unknownEffects = (list: Entries, entry: Table): { field: Field; word: string }[] =>
  list.fields.flatMap((field) =>
    field.kind === "effects"
      ? effectsOf(valueOf(entry, field), field)
          .filter(({ word }) => !field.choices?.some(({ value }) => value === word))
          .map(({ word }) => ({ field, word }))
      : [],
  );
