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
  return said;
}

/** English with accents on its vowels: whatever stands on a page without them is in no catalogue. */
export const accented: Translation = (_name, english) =>
  Object.fromEntries(Object.entries(english).map(([key, said]) => [key, accent(said)]));
