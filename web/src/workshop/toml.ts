import { parse } from "smol-toml";
import { isList, isTable, type Table, type Value } from "./book";

/** Longer lists stand on several lines, an entry or so many on each: two versions can then be compared line by line. */
const WIDE = 110;

export const readToml = (text: string): Table => parse(text) as Table;

const bare = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

function inline(value: Value): string {
  if (typeof value === "string")
    return JSON.stringify(value).replace(/\u007f/g, "\\u007f");
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value)) {
    const inner = Object.entries(value).map(([key, one]) => `${bare(key)} = ${inline(one)}`);
    return `{ ${inner.join(", ")} }`;
  }
  return String(value);
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
/** Tables without tables in them stand in one line within an entry. */
const headed = (value: Value): value is Table => isTable(value);

function body(table: Table, path: string[]): string {
  const entries = Object.entries(table);
  const plain = entries.filter(([, value]) => !headed(value) && !listsTables(value));
  const inner = entries.filter(([, value]) => headed(value) || listsTables(value));
  let said = plain.map(([key, value]) => `${bare(key)} = ${written(value)}\n`).join("");
  for (const [key, value] of inner) {
    const name = [...path, bare(key)];
    if (listsTables(value)) {
      if (path.length > 1 || value.every((one) => Object.values(one).every((part) => !isTable(part) && !isList(part)) && path.length > 0))
        said += `${bare(key)} = ${written(value)}\n`;
      else for (const one of value) said += `\n[[${name.join(".")}]]\n${body(one, name)}`;
    }
  }
  for (const [key, value] of inner) {
    const name = [...path, bare(key)];
    if (headed(value)) said += `\n[${name.join(".")}]\n${body(value, name)}`;
  }
  return said;
}

/** A table as TOML, laid out so that it can be read and compared. */
export const writeToml = (table: Table): string => body(table, []).replace(/^\n/, "");
