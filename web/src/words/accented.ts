import type { Translation } from "./language";

const LETTERS: Record<string, string> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};

function accent(said: unknown): unknown {
  if (typeof said === "string") return said.replace(/[aeiou]/gi, (letter) => LETTERS[letter]!);
  if (typeof said === "function")
    return (...about: unknown[]) => accent((said as (...about: unknown[]) => unknown)(...about));
  if (Array.isArray(said)) return said.map(accent);
  if (typeof said === "object" && said !== null)
    return Object.fromEntries(Object.entries(said).map(([key, one]) => [key, accent(one)]));
  return said;
}

/** English with accented vowels. Text without accents on a page is missing from the catalogues. */
export const accented: Translation = (_name, english) => accent(english) as Record<string, unknown>;
