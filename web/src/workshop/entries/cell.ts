import type { Field } from "../../protocol";
import { words } from "../../words/workshop";
import type { Value } from "../book";
import { effectsWritten, type Effect } from "./entries";

/** The value of a text in a field or, if the text is invalid, what the field allows and possible corrections. */
export type Reading = { value: Value } | { allowed: string; instead?: string };

/** The maximum length of a one-line field, of a card's text and of an id, where a field has no shorter one. */
export const LINE = 80;
export const TEXT = 400;
const ID = 40;

/**
 * Characters that spreadsheets, phones and PDFs leave invisible: soft hyphens, joiners, byte order marks and direction
 * marks.
 */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u2060\u061c\ufeff]/g;
/**
 * Characters that no file may contain: control characters, marks that reverse the writing direction, halves of
 * characters.
 */
const BARRED = /(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
const DASH = "[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]";
const SIGNED = `(?:[+\uff0b]|${DASH})?\\d{1,9}`;
const NUMBER = new RegExp(`^(${SIGNED})(?:[.,]0{1,2})?$`);
const PAIR = new RegExp(`^(${SIGNED})\\s*(?:${DASH}|[/,;:|\u00d7]|\\s)\\s*(${SIGNED})$`);
const APART = /[,;\n]/;

const list = (line: string): ReadonlySet<string> => new Set(line.split(" "));
/** Yes and no as spreadsheets in several languages, check marks and forms write them. */
const YES = list(
  "1 x y yes true wahr ja j vrai oui verdadero verdadeiro vero si sí sim s waar prawda tak sant sand sann tosi kyllä " +
    "pravda ano igaz igen doğru evet adevărat da истина да так αληθεσ ναι 真 はい 是 ✓ ✔ ✅ ☑ √ ● •",
);
const NO = list(
  "0 n no false falsch nein faux non falso não nao nee onwaar nie fałsz falskt falsk usann epätosi ei nepravda ne hamis " +
    "nem yanlış hayır fals nu ложь нет хибність ні ψευδησ οχι 偽 假 いいえ 否 ☐ - – —",
);

/** A text as people see it: without invisible marks, with plain spaces, and with accents as part of their letters. */
const seen = (text: string): string =>
  text
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\t\p{Zs}]/gu, " ")
    .trim();
/** Full-width letters and digits of every script in plain form. Superscripts and circled characters stay. */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)).replace(/\p{Nd}/gu, digit);
function digit(one: string): string {
  const code = one.codePointAt(0)!;
  if (code < 0x80) return one;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}
const minus = new RegExp(DASH);
const integer = (text: string): number => Number(text.replace(minus, "-").replace("\uff0b", "+"));
/** Only letters and digits, without case and accents, for comparing words. */
export const letters = (word: string): string =>
  narrow(seen(word)).normalize("NFD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""); // prettier-ignore

const within = (value: number, { low = 0, high = 99 }: Field): boolean => value >= low && value <= high;

/** The value of a choice that a text names, in full or by its first letters. */
export function choiceOf(field: Field, text: string): string | undefined {
  const choices = field.choices ?? [];
  const exact = choices.find(({ value }) => value === text);
  if (exact) return exact.value;
  const wanted = letters(text);
  if (!wanted) return undefined;
  const same = choices.find(({ value, title }) => letters(value) === wanted || letters(title) === wanted);
  const begins = choices.filter(
    ({ value, title }) => wanted.length > 1 && (letters(value).startsWith(wanted) || letters(title).startsWith(wanted)),
  );
  return same?.value ?? (begins.length === 1 ? begins[0]!.value : undefined);
}

/** The number of a hex as on the map, because spreadsheets drop the leading 0 of 0914. */
function hexOf(text: string, hexes: ReadonlySet<string>): string | undefined {
  const wanted = narrow(text).toUpperCase();
  if (hexes.has(wanted)) return wanted;
  return /^\d+$/.test(wanted) ? [...hexes].find((id) => id === wanted.padStart(id.length, "0")) : undefined;
}

function effectsOf(text: string, field: Field): Effect[] | null {
  const parts = text.split(APART).flatMap((part) => part.trim() || []);
  const found = parts.flatMap((part): Effect[] => {
    const [, word = "", amount] = new RegExp(`^(.*?)(?:\\s*(${SIGNED}))?$`).exec(narrow(part)) ?? [];
    const value = choiceOf(field, word);
    const choice = field.choices?.find((one) => one.value === value);
    const counted = amount === undefined ? null : integer(amount);
    if (!choice || (counted !== null && !(choice.amount && within(counted, field)))) return [];
    return [{ word: choice.value, amount: counted ?? (choice.amount ? 1 : null), more: {} }];
  });
  return found.length === parts.length ? found : null;
}

/** What a field allows, in words. */
export function allowedIn(field: Field): string {
  const { low = 0, high = 99 } = field;
  switch (field.kind) {
    case "number":
      return words.allowed.number(low, high);
    case "pair":
      return words.allowed.pair(low, high);
    case "numbers":
      return words.allowed.numbers(low, high);
    case "flag":
      return words.allowed.flag;
    case "choice":
      return words.allowed.choice((field.choices ?? []).map(({ title }) => title).join(", "));
    case "effects":
      return words.allowed.effects((field.choices ?? []).map(({ title }) => title).join(", "));
    case "hex":
      return words.allowed.hex;
    case "id":
      return words.allowed.id(longest(field));
    default:
      return isLong(field) ? words.allowed.text(longest(field)) : words.allowed.line(longest(field));
  }
}

/** Whether a field has room for a text of several lines. */
export const isLong = (field: Field): boolean => field.name.endsWith("text");

/** The maximum length of an id or a text. */
export const longest = (field: Field): number =>
  Math.min(field.high ?? Infinity, field.kind === "id" ? ID : isLong(field) ? TEXT : LINE);

/** The value of a text in a field, from a cell or a form. `hexes`: those of the map. */
export function readField(field: Field, cell: string, hexes: ReadonlySet<string> | null = null): Reading {
  const text = seen(cell);
  const bare = narrow(text);
  const refused: Reading = { allowed: allowedIn(field) };
  switch (field.kind) {
    case "number": {
      const found = NUMBER.exec(bare.replace(/(\d) (?=\d{3}\b)/g, "$1"));
      const value = found ? integer(found[1]!) : NaN;
      return within(value, field) ? { value } : refused;
    }
    case "pair":
    case "numbers": {
      const pair = PAIR.exec(bare);
      const parts = pair ? pair.slice(1) : bare.split(APART).map((one) => one.trim());
      const found = parts.map((one) => (new RegExp(`^${SIGNED}$`).test(one) ? integer(one) : NaN));
      const many = field.kind === "numbers" || found.length === 2;
      return many && found.every((one) => within(one, field)) ? { value: found } : refused;
    }
    case "flag": {
      const word = bare.toLowerCase();
      // "Letter R" is checked by the letter itself.
      if (YES.has(word) || word === field.title.split(" ").at(-1)!.toLowerCase()) return { value: true };
      return NO.has(word) ? { value: false } : refused;
    }
    case "choice": {
      const value = choiceOf(field, text);
      return value === undefined ? refused : { value };
    }
    case "hex": {
      const value = hexes ? hexOf(text, hexes) : text;
      return value === undefined ? refused : { value };
    }
    case "list": {
      const parts = text.split(APART).flatMap((one) => one.trim() || []);
      return text.search(BARRED) < 0 ? { value: parts } : refused;
    }
    case "effects": {
      const found = effectsOf(text, field);
      return found ? { value: effectsWritten(found, field) } : refused;
    }
    case "id":
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= longest(field) ? { value: text } : refused;
    default:
      return readText(text, longest(field), isLong(field));
  }
}

/** A name or a longer text. */
export function readText(
  cell: string,
  most = LINE,
  long = false,
): { value: string } | { allowed: string; instead?: string } {
  const text = seen(cell);
  const plain = (long ? text : text.replace(/\s*\n\s*/g, " ")).replace(BARRED, "").trim();
  if (text === plain && text.length <= most) return { value: text };
  const allowed = long ? words.allowed.text(most) : words.allowed.line(most);
  return plain && plain.length <= most ? { allowed, instead: plain } : { allowed };
}
