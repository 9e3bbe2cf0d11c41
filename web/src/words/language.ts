/**
 * What the client says. Its English words stand in the catalogues beside this file, one for each folder of `src`;
 * another language is laid over them before the first page is drawn, and what it lacks is said in English.
 */

type Catalogue = Record<string, unknown>;
/** The words of another language for a catalogue, by its name and its English words. */
export type Translation = (name: string, english: Catalogue) => Catalogue | undefined;

/** The languages besides English, by tag (BCP 47), each loaded when it is spoken. `en-XA` shows what no catalogue holds. */
const languages: Record<string, () => Promise<Translation>> = {
  "en-XA": async () => (await import("./accented")).accented,
};

const catalogues = new Map<string, Catalogue>();
let translation: Translation = () => undefined;
let tag = "en";
let plurals = new Intl.PluralRules(tag);

/** The tag of the language that is spoken. */
export const language = (): string => tag;

/** A catalogue of English words under its name, in the language that is spoken. */
export function catalogue<Words extends Catalogue>(name: string, english: Words): Words {
  catalogues.set(name, english);
  return Object.assign(english, translation(name, english));
}

/** Speak the first of these languages that is available, a dialect by its language; English if none is. */
export async function speak(wanted: readonly string[]): Promise<void> {
  const found = wanted.flatMap((one) => [one, one.replace(/-.*/, "")]).find((one) => one === "en" || one in languages);
  const load = languages[found ?? ""];
  if (found === undefined || load === undefined) return;
  translation = await load();
  tag = found;
  plurals = new Intl.PluralRules(tag);
  for (const [name, english] of catalogues) Object.assign(english, translation(name, english));
}

/** A number with its noun in the form that the language calls for; `#` stands for the number: `{ one: "# game", other: "# games" }`. */
export function counted(count: number, forms: { other: string } & { [rule in Intl.LDMLPluralRule]?: string }): string {
  return (forms[plurals.select(count)] ?? forms.other).replace("#", count.toLocaleString(tag));
}

/** Names in a row: "A", "A and B". */
export const listed = (names: string[]): string => new Intl.ListFormat(tag).format(names);

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["week", 7],
];

/** How long ago a moment is, in the words of the language; its date where that is more than a week. */
export function ago(moment: Date, now = new Date()): string {
  let unit: Intl.RelativeTimeFormatUnit = "second";
  let count = (now.getTime() - moment.getTime()) / 1000;
  for (const [larger, many] of STEPS) {
    if (count < many) break;
    unit = larger;
    count /= many;
  }
  if (unit === "week") return moment.toLocaleDateString(tag, { dateStyle: "medium" });
  const said = unit === "second" ? 0 : -Math.floor(count);
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(said, unit);
}
