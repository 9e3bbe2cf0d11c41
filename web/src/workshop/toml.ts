import { parse } from "smol-toml";
import { isList, isTable, type Table, type Value } from "./book";

/**
 * Longer lists take several lines, with one or several entries on each, so that two versions can be compared line by
 * line.
 */
const WIDE = 110;

export const readToml = (text: string): Table => parse(text);

const bare = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** Integers beyond the range of a reader are written as fractions. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const plain = Object.is(value, -0) ? "-0" : String(value);
  return (Number.isInteger(value) && !Number.isSafeInteger(value) && !plain.includes("e")) || plain === "-0"
    ? `${plain}.0`
    : plain;
}

/** A value on one line. Throws an error for what no file can contain. */
function inline(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value).replace(/\u007f/g, "\\u007f");
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value)) {
    const inner = Object.entries(value).map(([key, one]) => `${bare(key)} = ${inline(one)}`);
    return `{ ${inner.join(", ")} }`;
  }
  if (typeof value === "number") return figure(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new Error(`${typeof value} is no value of a file`);
}

function broken(list: readonly Value[]): string {
  const parts = list.map(inline);
  if (parts.every((part) => part.length > 24)) return `[\n${parts.map((part) => `  ${part},\n`).join("")}]`;
  let lines = "";
  let line = " ";
  for (const part of parts) {
    if (line.length + part.length > WIDE) {
      lines += `${line}\n`;
      line = " ";
    }
    line += ` ${part},`;
  }
  return `[\n${lines}${line}\n]`;
}

function written(value: Value): string {
  const short = inline(value);
  return isList(value) && short.length > WIDE ? broken(value) : short;
}

const listsTables = (value: Value): value is readonly Table[] =>
  isList(value) && value.length > 0 && value.every(isTable);

/** A table's lines: plain values first, then its lists of tables and its tables, each under its own header. */
function body(table: Table, path: string[]): string {
  let plain = "";
  let headed = "";
  for (const [key, value] of Object.entries(table)) {
    const name = [...path, bare(key)];
    if (isTable(value)) headed += `\n[${name.join(".")}]\n${body(value, name)}`;
    else if (path.length === 0 && listsTables(value))
      headed += value.map((one) => `\n[[${name.join(".")}]]\n${body(one, name)}`).join("");
    else plain += `${bare(key)} = ${written(value)}\n`;
  }
  return plain + headed;
}

/** A table as TOML, laid out for reading and comparing. */
export const writeToml = (table: Table): string => body(table, []).replace(/^\n/, "");
