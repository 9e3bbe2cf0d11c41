/**
 * What the client says. Its English words are in the catalogues beside this file, one for each folder of `src`.
 * Another language replaces them before the first page is drawn. English fills the gaps.
 */

type Catalogue = Record<string, unknown>;
/** Translate a catalogue, given its name and its English words. */
export type Translation = (name: string, english: Catalogue) => Catalogue | undefined;

/** The languages besides English by BCP 47 tag, loaded on demand. `en-XA` reveals text that is in no catalogue. */
const languages: Record<string, () => Promise<Translation>> = {
  "en-XA": async () => (await import("./accented")).accented,
};

const catalogues = new Map<string, Catalogue>();
let translation: Translation = () => undefined;
let tag = "en";
let plurals = new Intl.PluralRules(tag);

/** Return the tag of the current language. */
export const language = (): string => tag;

/** Register a catalogue of English words and return it in the current language. */
export function catalogue<Words extends Catalogue>(name: string, english: Words): Words {
  catalogues.set(name, english);
  return Object.assign(english, translation(name, english));
}

/** Switch to the first available language of `wanted`. A dialect falls back to its language, the rest to English. */
export async function speak(wanted: readonly string[]): Promise<void> {
  const found = wanted.flatMap((one) => [one, one.replace(/-.*/, "")]).find((one) => one === "en" || one in languages);
  const load = languages[found ?? ""];
  if (found === undefined || load === undefined) return;
  translation = await load();
  tag = found;
  plurals = new Intl.PluralRules(tag);
  for (const [name, english] of catalogues) Object.assign(english, translation(name, english));
}

/** Format a number with its noun in the right plural form. `#` is the number: `{ one: "# game", other: "# games" }`. */
export function counted(count: number, forms: { other: string } & { [rule in Intl.LDMLPluralRule]?: string }): string {
  return (forms[plurals.select(count)] ?? forms.other).replace("#", count.toLocaleString(tag));
}

/** Join names into a list: "A", "A and B". */
export const listed = (names: string[]): string => new Intl.ListFormat(tag).format(names);

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 60],
  ["day", 24],
  ["week", 7],
];

/** Say how long ago a moment was, or give its date when it is more than a week ago. */
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
