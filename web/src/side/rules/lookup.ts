import type { Clause, Term } from "../../protocol";

/** Different spellings of a word, made equal. src/mamayev/engine/lookup.py has the same list. */
const FOLDS: [RegExp, string][] = [
  [/ß/g, "ss"],
  [/ä/g, "ae"],
  [/ö/g, "oe"],
  [/ü/g, "ue"],
  [/[-–—/]/g, " "],
  [/[’'.]/g, ""],
  [/[^\p{L}\p{N}_\s]/gu, " "],
  [/([bilmnv])our/g, "$1or"],
  [/fence/g, "fense"],
  [/(\w\w)is(e|ed|es|ing|ation)\b/g, "$1iz$2"],
  [/(\w)tre\b/g, "$1ter"],
  [/grey/g, "gray"],
  [/rumania/g, "romania"],
  [/ies\b/g, "y"],
  [/(ss|x|ch|sh)es\b/g, "$1"],
  [/(\w\w[^s\W])s\b/g, "$1"],
];
/** Words of at least this many letters also match two words of a clause. */
const DENSE = 6;
/** Words of up to this many letters only match whole words: LOS is not loss. */
const SHORT = 3;

/** A text in the form in which the search compares it. */
export function folded(text: string): string {
  const plain = text.toLowerCase().normalize("NFC");
  return FOLDS.reduce((left, [pattern, put]) => left.replace(pattern, put), plain)
    .trim()
    .split(/\s+/)
    .join(" ");
}

/** The search in a game's clauses, in the words that players use. */
export class Lookup {
  readonly #texts: { clause: Clause; text: string; dense: string }[];
  readonly #terms: { word: string; ids: Set<string>; none: string }[];

  constructor(
    private readonly clauses: Clause[],
    terms: Term[],
  ) {
    this.#texts = clauses.map((clause) => {
      const { id, section, text, ruling, optional } = clause;
      const found = ` ${folded([id, section, text, ruling, optional].join(" "))} `;
      return { clause, text: found, dense: found.replaceAll(" ", "") };
    });
    this.#terms = terms
      .flatMap(({ words, clauses, none }) =>
        words.map((word) => ({ word: folded(word), ids: new Set(clauses), none: none ?? "" })),
      )
      .sort((one, other) => other.word.length - one.word.length);
  }

  /** The clauses that a query finds, and messages for words about things that the game lacks. */
  find(query: string): { clauses: Clause[]; none: string[] } {
    let left = ` ${folded(query)} `;
    const rows: Set<string>[] = [];
    const none: string[] = [];
    for (const term of this.#terms) {
      if (left.replaceAll(" ", "") === term.word.replaceAll(" ", "")) left = ` ${term.word} `;
      if (!left.includes(` ${term.word} `)) continue;
      left = left.replace(` ${term.word} `, " ");
      rows.push(new Set([...term.ids, ...this.#holding(term.word)]));
      if (term.none) none.push(term.none);
    }
    for (const word of left.split(" ").filter(Boolean)) rows.push(this.#holding(word));
    return { clauses: this.clauses.filter(({ id }) => rows.every((row) => row.has(id))), none };
  }

  #holding(words: string): Set<string> {
    const close = words.replaceAll(" ", "");
    const found = this.#texts.filter(
      ({ text, dense }) =>
        text.includes(words.length <= SHORT ? ` ${words} ` : ` ${words}`) ||
        (close.length >= DENSE && dense.includes(close)),
    );
    return new Set(found.map(({ clause }) => clause.id));
  }
}
