import type { Entries, Field } from "../../protocol";
import { plain as written, type Table } from "../book";
import { freshId } from "./entries";

/** What a column of the spreadsheet means: a field; the figures of a counter, with dashes; or nothing. */
export type Meaning = Field | "figures" | null;

export interface Line {
  number: number;
  cells: string[];
  state: "ready" | "settle" | "there";
  entry: Table;
  /** What the game does not know: the field, and what stood there. */
  unknown: { field: Field; value: string; column: number }[];
}

export const rowsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean));

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");
const DASHED = /^\d+(-\d+)+$/;

/** The value of a field that a cell names, whole or by its first letters. */
function choiceOf(field: Field, cell: string): string | undefined {
  const wanted = plain(cell);
  const choices = field.choices ?? [];
  const exact = choices.find(({ value, title }) => plain(value) === wanted || plain(title) === wanted);
  const begins = choices.filter(
    ({ value, title }) => wanted.length > 1 && (plain(value).startsWith(wanted) || plain(title).startsWith(wanted)),
  );
  return exact?.value ?? (begins.length === 1 ? begins[0]!.value : undefined);
}

/** What each column is likely to mean: by its head, or by what stands in it. */
export function guess(list: Entries, rows: string[][]): { meanings: Meaning[]; headed: boolean } {
  const heads = rows[0] ?? [];
  const byHead = heads.map(
    (cell) => list.fields.find(({ name, title }) => [plain(name), plain(title)].includes(plain(cell))) ?? null,
  );
  if (byHead.filter(Boolean).length >= Math.min(2, heads.length)) {
    const under = (column: number): boolean => rows.slice(1).every((row) => DASHED.test(row[column] ?? ""));
    return {
      meanings: byHead.map((one, column) => one ?? (rows.length > 1 && under(column) ? "figures" : null)),
      headed: true,
    };
  }
  const taken = new Set<Field>();
  const meanings = heads.map((_, column): Meaning => {
    const cells = rows.map((row) => row[column] ?? "").filter(Boolean);
    if (!cells.length) return null;
    if (list.look?.figures && cells.every((cell) => DASHED.test(cell))) return "figures";
    const fits = (field: Field): number =>
      field.kind === "choice" ? cells.filter((cell) => choiceOf(field, cell) !== undefined).length / cells.length : 0;
    const best = list.fields.filter((one) => !taken.has(one)).sort((one, other) => fits(other) - fits(one))[0];
    const free = list.fields.find(
      (one) =>
        !taken.has(one) &&
        (one.name === (list.name ?? "name") || (one.kind === "number" && cells.every((cell) => /^-?\d+$/.test(cell)))),
    );
    const found = best && fits(best) >= 0.5 ? best : (free ?? null);
    if (found) taken.add(found);
    return found;
  });
  return { meanings, headed: false };
}

/** The lines as entries: ready, to settle where a value is unknown, or already there by name. */
export function linesOf(
  list: Entries,
  rows: string[][],
  headed: boolean,
  meanings: Meaning[],
  before: Table[],
  taken: Map<string, string>,
): Line[] {
  const name = list.name ?? "name";
  const all = [...before];
  return rows.slice(headed ? 1 : 0).map((cells, index) => {
    const unknown: Line["unknown"] = [];
    const entry: Record<string, unknown> = {};
    meanings.forEach((meaning, column) => {
      const cell = cells[column] ?? "";
      if (meaning === null || cell === "") return;
      if (meaning === "figures") {
        const figures = cell.split("-").map(Number);
        for (const [place, field] of (list.look?.figures ?? []).entries()) entry[field] = figures[place] ?? 0;
      } else if (meaning.kind === "choice") {
        const value = choiceOf(meaning, cell) ?? taken.get(`${meaning.name} ${cell}`);
        if (value === undefined) unknown.push({ field: meaning, value: cell, column });
        else entry[meaning.name] = value;
      } else if (meaning.kind === "number") {
        if (/^-?\d+$/.test(cell)) entry[meaning.name] = Number(cell);
        else unknown.push({ field: meaning, value: cell, column });
      } else if (meaning.kind === "flag") entry[meaning.name] = /^(1|x|r|y|yes|true)$/i.test(cell);
      else if (meaning.kind === "pair") entry[meaning.name] = cell.split(/[-/]/).map(Number).slice(0, 2);
      else entry[meaning.name] = cell;
    });
    const there = before.some((one) => one[name] === entry[name]);
    if (!there && entry[name] !== undefined && entry[list.key] === undefined)
      entry[list.key] = freshId(list, all, written(entry[name]));
    const state = there ? "there" : unknown.length || entry[name] === undefined ? "settle" : "ready";
    if (state === "ready") all.push(entry);
    return { number: index + 1 + (headed ? 1 : 0), cells, state, entry, unknown };
  });
}
