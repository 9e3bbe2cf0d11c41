import type { Edits, ReportDraft, Row, Sentence } from "../protocol";

/** The parts before and after all sections. */
export const TOP = "top";
export const ACCOUNT = "account";

/** Edits with every field. */
export type Full = Required<Edits>;

export const none = (): Full => ({
  title: "",
  told: "",
  before: {},
  after: {},
  out: [],
  added: [],
  words: {},
  without: [],
  of: {},
  unmapped: [],
  maps: true,
  tables: true,
  luck: true,
  clauses: false,
});

export interface Paragraph {
  id: string;
  /** The checksum by which an edit knows its paragraph; "" if its part has only one. */
  mark: string;
  text: string;
  /** Whether it is left out. */
  out: boolean;
  /** Whether there are other words for it. */
  several: boolean;
}

export interface Part {
  id: string;
  title: string;
  paragraphs: Paragraph[];
  battles: Row[];
  caption: string;
  map: string;
  /** Whether it has a map that the player can show or hide. */
  mapped: boolean;
  isIn: boolean;
  /** Whether the writer leaves it out unless the player adds it. */
  spare: boolean;
  words: number;
}

/** Kinds of sentences about luck and turning points. */
const LUCK = new Set(["luck", "mistake", "review"]);
const MARK = /\{(\d+)\|([^{}]*)\}/g;

export const plain = (text: string): string => text.replace(MARK, "$2");
export const count = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Split a text at its marks: the odd parts belong to an event. */
export function marked(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const found of text.matchAll(MARK)) {
    parts.push(text.slice(end, found.index), found[2]!);
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

/** A sentence after it has been put into other words a number of times. */
function put(one: Sentence, times: number): string {
  const texts = [one.text, ...(one.others ?? [])];
  return texts[times % texts.length]!;
}

/** Whether edits under the id of a paragraph were made for this paragraph. */
export const isMeant = ({ of }: Full, id: string, mark: string): boolean => (of[id] ?? mark) === mark;

/** The parts of a report with its edits, in order. The rules are those of `mamayev.story.edits`. */
export function parts(draft: ReportDraft, edits: Full, titles: { top: string; account: string }): Part[] {
  const { story } = draft;
  const [out, added, without] = [new Set(edits.out), new Set(edits.added), new Set(edits.without)];
  const sections = [
    ...story.sections.map((one) => ({ ...one, spare: false })),
    ...(story.spare ?? []).map((one) => ({ ...one, spare: true })),
  ];
  const first = (id: string): number => (id === "opening" ? 0 : 1);
  sections.sort((one, other) => first(one.id) - first(other.id) || one.turn - other.turn);
  const isIn = (one: { id: string; spare: boolean }): boolean => !out.has(one.id) && (!one.spare || added.has(one.id));
  const changed = sections.some((one) => isIn(one) === one.spare);

  const paragraphs = (
    id: string,
    rows: Sentence[][],
    drops: (one: Sentence) => boolean,
    marks: string[] = [],
  ): Paragraph[] =>
    rows
      .map((row, number) => {
        const name = `${id}.${number}`;
        const mark = marks[number] ?? "";
        const meant = isMeant(edits, name, mark);
        const said = row.filter((one) => !drops(one) && (edits.luck || !LUCK.has(one.kind ?? "")));
        return {
          id: name,
          mark,
          text: said.map((one) => put(one, (meant && edits.words[name]) || 0)).join(" "),
          out: meant && without.has(name),
          several: said.some((one) => (one.others ?? []).length > 0),
        };
      })
      .filter(({ text }) => text);
  const counted = (part: Omit<Part, "words">, more: string[] = []): Part => ({
    ...part,
    words: [part.caption, ...more, ...part.paragraphs.filter((one) => !one.out).map((one) => plain(one.text))]
      .map(count)
      .reduce((sum, one) => sum + one, 0),
  });
  const bare = { battles: [], caption: "", map: "", mapped: false, spare: false };
  const keep = (): boolean => false;
  const top = {
    ...bare,
    id: TOP,
    title: titles.top,
    isIn: !out.has(TOP),
    paragraphs: paragraphs(TOP, [story.lead], keep),
  };
  const account = {
    ...bare,
    id: ACCOUNT,
    title: titles.account,
    isIn: !out.has(ACCOUNT),
    paragraphs: paragraphs(ACCOUNT, [story.account], (one) => changed && one.kind === "left out"),
  };
  return [
    counted(top),
    ...sections.map((one) => {
      const less = one.paragraphs.some((_, number) => {
        const name = `${one.id}.${number}`;
        return without.has(name) && isMeant(edits, name, one.marks?.[number] ?? "");
      });
      const mapped = edits.maps && one.id in draft.maps;
      const shown = mapped && !edits.unmapped.includes(one.id);
      return counted(
        {
          id: one.id,
          title: one.title,
          isIn: isIn(one),
          spare: one.spare,
          battles: edits.tables ? (one.battles ?? []) : [],
          caption: shown ? (one.caption ?? "") : "",
          map: shown ? draft.maps[one.id]! : "",
          mapped,
          // "The other battles" are those that the whole section does not tell.
          paragraphs: paragraphs(one.id, one.paragraphs, (told) => less && told.kind === "rest", one.marks),
        },
        [one.title],
      );
    }),
    counted(account),
  ];
}

/** A map as the address of a picture. */
export function picture(ground: string, map: string): string {
  const whole = map
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ')
    .replace(">", `><defs>${ground}</defs>`);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole)}`;
}

/** The own words at the parts that are in. */
export const own = (list: Part[], edits: Full): string[] =>
  list
    .filter((part) => part.isIn)
    .flatMap(({ id }) => [edits.before[id], edits.after[id]])
    .map((text) => (text ?? "").trim())
    .filter(Boolean);

/** The report as text alone. */
export function copied(title: string, list: Part[], edits: Full): string {
  const lines = list
    .filter((part) => part.isIn)
    .flatMap((part) => [
      part.id === TOP ? title : part.title,
      edits.before[part.id],
      ...part.paragraphs.filter((one) => !one.out).map((one) => plain(one.text)),
      edits.after[part.id],
    ]);
  return lines.filter((line) => line?.trim()).join("\n\n");
}

/** Make a field as high as its text, in the fonts at hand and in those that are still loading. */
export function fit(field: HTMLTextAreaElement): void {
  const measure = (): void => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  };
  measure();
  if (document.fonts.status === "loading") void document.fonts.ready.then(measure);
}
