import { api, Refused, wordsOf } from "../api";
import type { ReportDraft } from "../protocol";
import type { Session } from "../table/session.svelte";
import { words } from "../words/tell";
import { count, isMeant, none, own, parts, type Full, type Paragraph, type Part } from "./telling";

/** Milliseconds from the last change to its saving, and until a save without an answer is tried again. */
const PAUSE = 700;
const AGAIN = 5000;
/** The most changes that can be undone. */
const STEPS = 200;

export type Format = "html" | "md" | "bbcode";

/** The edits as they are stored: without empty texts, and checksums of paragraphs that have no edit. */
function stored(edits: Full): Full {
  const filled = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
  const edited = ([id]: [string, string]): boolean => id in edits.words || edits.without.includes(id);
  const of = Object.fromEntries(Object.entries(edits.of).filter(edited));
  return { ...edits, before: filled(edits.before), after: filled(edits.after), of };
}

/** A list of ids with one more, or without it if it is there. */
const switched = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** The report of a game under the hands of its editor. */
export class Desk {
  draft = $state.raw<ReportDraft | null>(null);
  edits = $state.raw<Full>(none());
  problem = $state("");
  /** When the edits were last saved, as the server says. */
  saved = $state<string | null>(null);
  /** Whether a change is not saved yet. */
  waiting = $state(false);
  /** Whether other edits were stored since these began, in another tab or on another device. */
  elsewhere = $state(false);
  #past = $state.raw<Full[]>([]);
  /** The field that the last change was typed into: typing on in it is one step of Undo. */
  #typed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();
  /** The edits that were sent and have no answer yet. The server may have them. */
  #unanswered: Full | undefined;

  readonly told = $derived.by<"own" | "both">(() => {
    const { over, secrets } = this.session.state!;
    if (!secrets) return "own";
    return over && this.edits.told !== "own" ? "both" : "own";
  });
  readonly parts = $derived<Part[]>(
    this.draft ? parts(this.draft, this.edits, { top: words.top, account: words.account }) : [],
  );
  readonly shown = $derived(this.parts.filter((part) => part.isIn));
  readonly title = $derived(this.edits.title.trim() || (this.draft?.story.headline ?? ""));
  readonly own = $derived(own(this.parts, this.edits).reduce((sum, text) => sum + count(text), 0));
  readonly words = $derived(this.own + count(this.title) + this.shown.reduce((sum, part) => sum + part.words, 0));
  /** About the bytes of the web page. */
  readonly bytes = $derived.by(() => {
    if (!this.draft) return 0;
    const maps = this.shown.reduce((sum, part) => sum + part.map.length, 0);
    const ground = maps ? this.draft.ground.length : 0;
    return this.draft.rest + ground + maps + 12 * this.words;
  });
  readonly canUndo = $derived(this.#past.length > 0);
  readonly editable = $derived(this.draft?.editable ?? false);

  constructor(readonly session: Session) {}

  async load(): Promise<void> {
    try {
      const draft = await api.reportDraft(this.session.id, this.told);
      if (!this.draft) [this.edits, this.saved] = [{ ...none(), ...draft.edits }, draft.changed];
      const first = !this.draft;
      this.draft = draft;
      this.problem = "";
      if (first && this.edits.told === "own" && this.session.state!.secrets) await this.load();
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Change the edits. `typed`: the field, if it is typed. */
  change(by: Partial<Full>, typed = ""): void {
    if (!typed || typed !== this.#typed) this.#past = [...this.#past, this.edits].slice(-STEPS);
    this.#typed = typed;
    this.#set({ ...this.edits, ...by });
  }

  #set(edits: Full): void {
    const { told } = this;
    this.edits = edits;
    this.waiting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE);
    if (told !== this.told) void this.load();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#typed = "";
    this.#set(before);
  }

  /** Take back everything except the player's own words. */
  asWritten(): void {
    const { title, before, after, told } = this.edits;
    this.change({ ...none(), title, before, after, told });
  }

  /** Put a part into the report, or leave it out. */
  toggle(part: Part): void {
    const { out, added } = this.edits;
    const less = (ids: string[]): string[] => ids.filter((id) => id !== part.id);
    if (part.spare) this.change({ out: less(out), added: part.isIn ? less(added) : [...added, part.id] });
    else this.change({ out: part.isIn ? [...out, part.id] : less(out) });
  }

  /** Put a paragraph into other words. */
  reword(one: Paragraph): void {
    const { words, without, of } = this.#meaning(one);
    this.change({ words: { ...words, [one.id]: (words[one.id] ?? 0) + 1 }, without, of });
  }

  /** Leave a paragraph out, or put it back. */
  drop(one: Paragraph): void {
    const { words, without, of } = this.#meaning(one);
    this.change({ words, without: switched(without, one.id), of });
  }

  /** The edits of paragraphs, without those that were made for another one with the same id. */
  #meaning({ id, mark }: Paragraph): Pick<Full, "words" | "without" | "of"> {
    const { words, without, of } = this.edits;
    const known = mark ? { ...of, [id]: mark } : of;
    if (isMeant(this.edits, id, mark)) return { words, without, of: known };
    const others = Object.fromEntries(Object.entries(words).filter(([one]) => one !== id));
    return { words: others, without: without.filter((one) => one !== id), of: known };
  }

  /** Leave out a map, or show it again. */
  switchMap(id: string): void {
    this.change({ unmapped: switched(this.edits.unmapped, id) });
  }

  write(place: "before" | "after", id: string, text: string): void {
    this.change({ [place]: { ...this.edits[place], [id]: text } }, `${place} ${id}`);
  }

  /** Save what is not saved yet, one request after the other. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.waiting && this.editable && !this.elsewhere) this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** Replace these edits by those that were stored elsewhere. Undo brings these back. */
  async theirs(): Promise<void> {
    try {
      const draft = await api.reportDraft(this.session.id, this.told);
      this.#past = [...this.#past, this.edits].slice(-STEPS);
      this.edits = { ...none(), ...draft.edits };
      [this.draft, this.saved, this.waiting, this.elsewhere, this.problem] = [draft, draft.changed, false, false, ""];
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Store these edits instead of those that were stored elsewhere. */
  async mine(): Promise<void> {
    await this.#save(null, this.edits);
    this.elsewhere = false;
  }

  /**
   * Save at once what is not saved yet: the page is being left. It replaces an earlier save without an answer, but
   * nothing that was stored elsewhere.
   */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.waiting && this.editable && !this.elsewhere) void this.#save(this.saved ?? "", this.edits);
  }

  /** Save an earlier save without an answer again, or else the edits. */
  async #save(since: string | null = this.saved ?? "", edits = this.#unanswered ?? this.edits): Promise<void> {
    const again = this.#unanswered === edits;
    const replaces = again ? undefined : this.#unanswered;
    this.#unanswered = edits;
    try {
      const sent = { ...stored(edits), ...(replaces ? { replaces: stored(replaces) } : {}) };
      this.saved = (await api.keepEdits(this.session.id, sent, since)).changed;
      this.#unanswered = undefined;
      this.waiting = edits !== this.edits;
      this.problem = "";
      if (again && this.waiting) await this.#save();
    } catch (error) {
      const answered = error instanceof Refused;
      if (answered) this.#unanswered = undefined;
      else this.#timer = setTimeout(() => void this.flush(), AGAIN);
      this.elsewhere = answered && error.field === "since";
      this.problem = wordsOf(error);
    }
  }

  /** The report as a file, with all edits. `link`: the address of a moment of the game. */
  async exported(format: Format, link: string) {
    await this.flush();
    return api.report(this.session.id, { format, told: this.told, link });
  }
}
