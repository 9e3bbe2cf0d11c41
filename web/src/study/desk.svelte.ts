import { Refused, wordsOf } from "../api";
import { Trace } from "../board/hand/trace.svelte";
import type { Annotation, Arrangement, Chapter, Sketch, StudyNow } from "../protocol";
import type { Drafting } from "../table/context";
import type { Session } from "../table/session.svelte";
import { words } from "../words/study";
import { calls } from "./calls";

/** Milliseconds after the last letter until a text is saved, and until a failed save is tried again. */
const SETTLED = 600;
const AGAIN = 3000;
/** Milliseconds between two moments that are shown to the others. The server takes no more. */
const STEP = 250;
/** How many arrows and circles a moment has at most, and how many chapters a study has. */
const MARKS = 32;
const CHAPTERS = 64;

export const COLORS = ["green", "gold", "blue"] as const;
export type Color = (typeof COLORS)[number];
export type Tool = "arrow" | "circle" | "erase";
export const TOOLS: readonly Tool[] = ["arrow", "circle", "erase"];

/**
 * A change that is to be saved: of the note at a moment, or else of the rest of a study. `save` replaces only what this
 * page has shown or written, or only an earlier change, or (null) anything.
 */
interface Change {
  what: string;
  ply: number | null;
  wanted: Annotation | Arrangement;
  save: (over?: Change | null) => Promise<StudyNow>;
}

/** `Change.save` by a call that takes what it replaces. An earlier change of the same has the same type. */
const saving =
  <T extends Annotation | Arrangement>(
    replaced: () => T,
    call: (over: T | null) => Promise<StudyNow>,
  ): Change["save"] =>
  (over) =>
    call(over === undefined ? replaced() : ((over?.wanted ?? null) as T | null));

const nothing = (seat: string): StudyNow => ({ seat, title: "", notes: [], chapters: [], shared: false });
const isEmpty = ({ title, notes, chapters }: StudyNow): boolean => !title && !notes.length && !chapters.length;
/** The place in a list of chapters after the last one before a moment. */
export const placeAfter = (chapters: Chapter[], ply: number): number =>
  chapters.reduce((place, one, index) => (one.ply < ply ? index + 1 : place), 0);
/** A text without its spaces and line breaks at the ends, and with single ones inside. */
const plain = (text: string): string => text.split(/\s+/).filter(Boolean).join(" ");
/** Whether chapters differ only in spaces, and in those without a title, which are not stored. */
function sameChapters(shown: Chapter[], stored: Chapter[]): boolean {
  const titled = shown.filter(({ title }) => plain(title));
  return (
    titled.length === stored.length &&
    titled.every(({ ply, title }, at) => ply === stored[at]!.ply && plain(title) === plain(stored[at]!.title))
  );
}
const same = (one: Sketch, other: Sketch): boolean => one.at === other.at && (one.to ?? "") === (other.to ?? "");

/** The studies of a match, the moment that is looked at, and what is drawn and written about it. */
export class Desk implements Drafting {
  /** Every study that the player may read. */
  studies = $state.raw<StudyNow[]>([]);
  /** The seat as which the player writes; null for a spectator. */
  writes = $state<string | null>(null);
  loaded = $state(false);
  /** Whose study is shown. */
  whose = $state("");
  /** Why something could not be read or saved. */
  problem = $state("");
  saving = $state(false);
  /** Whether something has still to be saved. */
  unsaved = $state(false);
  tool = $state<Tool | null>(null);
  color = $state<Color>("green");
  /** The first space of an arrow whose spaces are chosen one after the other. */
  start = $state<string | null>(null);
  /** Whether the others see what this player steps to. */
  leading = $state(false);
  /** Whether this player steps along with the one who leads. */
  following = $state(true);
  /** What others have changed in the meantime, so that it was not saved. */
  elsewhere = $state.raw<Change[]>([]);
  readonly #trace = new Trace();
  /** What is to be saved, by what it is. */
  #pending = new Map<string, Change>();
  /** What is on the server as far as this page has shown or written it, by seat. */
  #known = new Map<string, StudyNow>();
  #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** What was sent and has no answer, by what it is. The server may have it. */
  #unanswered = new Map<string, Change>();
  /** How many changes this page has made. */
  #changes = 0;
  /** The latest saving. */
  #running = Promise.resolve();
  #told: { ply: number; at: number } | null = null;
  #telling: ReturnType<typeof setTimeout> | undefined;

  readonly study = $derived(this.studies.find(({ seat }) => seat === this.whose) ?? nothing(this.whose));
  /** The studies to choose from: those with something in them, and the player's own. */
  readonly authors = $derived([
    ...new Set([
      ...this.studies.filter((one) => !isEmpty(one)).map(({ seat }) => seat),
      ...(this.writes === null ? [] : [this.writes]),
    ]),
  ]);
  /** The moment on the map, null until it is loaded. */
  readonly ply = $derived.by(() => this.session.review.past?.ply ?? null);
  /** Whether the player may change the study that is shown, once its moment is on the map. */
  readonly mayWrite = $derived(
    this.loaded && this.ply !== null && (this.writes === "" || (this.writes !== null && this.writes === this.whose)),
  );
  readonly note = $derived<Annotation | null>(this.study.notes.find(({ ply }) => ply === this.ply) ?? null);
  readonly marks = $derived<Sketch[]>(this.note?.marks ?? []);
  /** The chapter of this moment, by its place. */
  readonly chapter = $derived(this.study.chapters.findIndex(({ ply }) => ply === this.ply));

  constructor(readonly session: Session) {
    session.drafting = this;
  }

  close(): void {
    this.#settle();
    void this.#save();
    clearTimeout(this.#telling);
    this.endLead();
    if (this.session.drafting === this) this.session.drafting = null;
  }

  /** Save at once whatever is not saved yet: the page is being left. */
  async leave(): Promise<void> {
    this.#settle();
    const left = [...this.#pending.values()];
    this.#pending.clear();
    await Promise.all(left.map((change) => this.#left(change)));
    this.unsaved = this.#pending.size > 0;
  }

  /**
   * Save a change while the page is being left. There is no time to learn whether the server has an earlier change that
   * it did not answer, so one request is for each case.
   */
  async #left(change: Change): Promise<unknown> {
    const { what, ply, save } = change;
    const earlier = this.#unanswered.get(what);
    if (!earlier || earlier === change) return this.#saved(change);
    this.#unanswered.delete(what);
    const answers = await Promise.allSettled([save(), save(earlier)]);
    const stored = answers.find((one) => one.status === "fulfilled");
    if (!stored) return this.#saved(change);
    this.problem = "";
    return this.#learn(stored.value, ply);
  }

  /** Wait no longer for the player to pause. */
  #settle(): void {
    for (const settle of this.#waiting.values()) clearTimeout(settle);
    this.#waiting.clear();
  }

  /** Read the studies, unless something of this page has still to be saved. */
  async load(): Promise<void> {
    if (this.#busy || this.saving) return;
    const changes = this.#changes;
    try {
      const { writes, studies } = await calls.studies(this.session.id);
      if (this.#busy || this.saving) return;
      // What was changed and saved in the meantime is not in this answer.
      if (changes !== this.#changes) return await this.load();
      this.studies = studies.map((one) => this.#asTyped(one));
      this.#known = new Map(studies.map((study) => [study.seat, study]));
      this.writes = writes ?? null;
      if (!this.loaded) this.whose = this.#first();
      this.loaded = true;
      this.problem = "";
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Whether something of this page is not on the server. */
  get #busy(): boolean {
    return this.#pending.size > 0 || this.#waiting.size > 0 || this.elsewhere.length > 0;
  }

  /** Give up what was not saved for what others have changed in the meantime. */
  async theirs(): Promise<void> {
    this.elsewhere = [];
    this.unsaved = this.#pending.size > 0;
    await this.load();
  }

  /** Save it in place of what others have changed in the meantime. */
  mine(): void {
    const { elsewhere } = this;
    this.elsewhere = [];
    for (const one of elsewhere) this.#later({ ...one, save: () => one.save(null) }, 0);
  }

  /** The player's own study, or else the first one with something in it. */
  #first(): string {
    const written = this.studies.filter((one) => !isEmpty(one)).map(({ seat }) => seat);
    if (this.writes !== null && (written.includes(this.writes) || !written.length)) return this.writes;
    return written[0] ?? "";
  }

  // ------------------------------------------------------------------ changes

  /**
   * Write the comment of this moment. It is saved when the player pauses. A follower stays here while the leader goes
   * on.
   */
  write(text: string): void {
    if (this.led) this.following = false;
    this.#note({ text }, SETTLED);
  }

  /** Draw a mark at this moment, or remove the one that is there in the same color. */
  draw(mark: Sketch): void {
    const there = this.marks.find((one) => same(one, mark));
    const others = this.marks.filter((one) => one !== there);
    const marks = there && (there.color ?? "green") === (mark.color ?? "green") ? others : [...others, mark];
    if (marks.length > MARKS) this.problem = words.fullMarks(MARKS);
    else this.#note({ marks });
  }

  /** Remove the marks at a space. */
  erase(space: string): void {
    this.#note({ marks: this.marks.filter(({ at, to }) => at !== space && to !== space) });
  }

  remove(mark: Sketch): void {
    this.#note({ marks: this.marks.filter((one) => one !== mark) });
  }

  #note(change: Partial<Annotation>, wait = 0): void {
    const { ply, whose } = this;
    if (ply === null || !this.mayWrite) return;
    const { text = "", marks = [] } = { ...this.note, ...change };
    const note = { ply, text, marks };
    const others = this.study.notes.filter((one) => one.ply !== ply);
    this.#adopt({ ...this.study, notes: text || marks.length ? [...others, note] : others });
    const replaced = (): Annotation => this.#knownOf(whose).notes.find((one) => one.ply === ply) ?? { ply };
    const wanted = { ...note, text: plain(text) };
    const call = (over: Annotation | null): Promise<StudyNow> => calls.note(this.session.id, note, whose, over);
    this.#later({ what: `note ${whose} ${ply}`, ply, wanted, save: saving(replaced, call) }, wait);
  }

  /** Give the study a title, chapters, or to the others. */
  arrange(change: Partial<Pick<StudyNow, "title" | "chapters" | "shared">>, wait = 0): void {
    if (!this.mayWrite) return;
    this.#adopt({ ...this.study, ...change });
    const { title, chapters, shared } = this.study;
    const { whose } = this;
    // A chapter whose title is being written is saved once it has one.
    const wanted = { title, chapters: chapters.filter((one) => one.title.trim()), shared };
    const replaced = (): Arrangement => {
      const { title, chapters, shared } = this.#knownOf(whose);
      return { title, chapters, shared };
    };
    const call = (over: Arrangement | null): Promise<StudyNow> => calls.arrange(this.session.id, wanted, whose, over);
    this.#later({ what: `study ${whose}`, ply: null, wanted, save: saving(replaced, call) }, wait);
  }

  #knownOf(seat: string): StudyNow {
    return this.#known.get(seat) ?? nothing(seat);
  }

  /** Show a study that the server returned for a change, or note only the change if there are others to be saved. */
  #learn(study: StudyNow, ply: number | null): void {
    if (this.#busy) return this.#know(study, ply);
    this.#adopt(this.#asTyped(study));
    this.#known.set(study.seat, study);
  }

  /** Note that the server has a change. */
  #know(study: StudyNow, ply: number | null): void {
    const known = this.#knownOf(study.seat);
    const at = (one: Annotation): boolean => one.ply === ply;
    if (ply === null) this.#known.set(study.seat, { ...study, notes: known.notes });
    else {
      const notes = [...known.notes.filter((one) => !at(one)), ...study.notes.filter(at)];
      this.#known.set(study.seat, { ...known, notes });
    }
  }

  /** A study from the server with the texts as they are in their fields, if only spaces and line breaks differ. */
  #asTyped(study: StudyNow): StudyNow {
    const shown = this.studies.find(({ seat }) => seat === study.seat) ?? nothing(study.seat);
    const typed = (mine: string | undefined, theirs: string): string =>
      mine !== undefined && plain(mine) === plain(theirs) ? mine : theirs;
    return {
      ...study,
      title: typed(shown.title, study.title),
      notes: study.notes.map((note) => {
        const mine = shown.notes.find(({ ply }) => ply === note.ply);
        return { ...note, text: typed(mine?.text, note.text ?? "") };
      }),
      chapters: sameChapters(shown.chapters, study.chapters) ? shown.chapters : study.chapters,
    };
  }

  retitle(title: string): void {
    if (this.led) this.following = false;
    this.arrange({ title }, SETTLED);
  }

  /** Make this moment a chapter, after the one that is before it in the game. */
  addChapter(title: string): void {
    const { ply } = this;
    if (ply === null) return;
    const { chapters } = this.study;
    if (chapters.length >= CHAPTERS) {
      this.problem = words.fullChapters(CHAPTERS);
      return;
    }
    const at = placeAfter(chapters, ply);
    this.arrange({ chapters: [...chapters.slice(0, at), { ply, title }, ...chapters.slice(at)] });
  }

  retitleChapter(at: number, title: string): void {
    if (this.led) this.following = false;
    const chapters = this.study.chapters.map((one, place) => (place === at ? { ...one, title } : one));
    this.arrange({ chapters }, SETTLED);
  }

  moveChapter(at: number, by: -1 | 1): void {
    const chapters = [...this.study.chapters];
    const [chapter] = chapters.splice(at, 1);
    chapters.splice(at + by, 0, chapter!);
    this.arrange({ chapters });
  }

  removeChapter(at: number): void {
    this.arrange({ chapters: this.study.chapters.filter((_, place) => place !== at) });
  }

  /** Show a study in the place of the one with the same author. */
  #adopt(study: StudyNow): void {
    const { seat } = study;
    const found = this.studies.some((one) => one.seat === seat);
    this.studies = found ? this.studies.map((one) => (one.seat === seat ? study : one)) : [...this.studies, study];
  }

  #later(change: Change, wait: number): void {
    const { what } = change;
    this.#changes += 1;
    clearTimeout(this.#waiting.get(what));
    this.elsewhere = this.elsewhere.filter((one) => one.what !== what);
    this.#pending.set(what, change);
    this.unsaved = true;
    if (!wait) {
      this.#waiting.delete(what);
      void this.#save();
      return;
    }
    const settle = (): void => {
      this.#waiting.delete(what);
      void this.#save();
    };
    this.#waiting.set(what, setTimeout(settle, wait));
  }

  /** Save everything now, and return whether the server has it. */
  async finish(): Promise<boolean> {
    this.#settle();
    await this.#save();
    return !this.unsaved;
  }

  /** Save what has settled, one after the other. */
  #save(): Promise<void> {
    if (!this.saving) this.#running = this.#saveAll();
    return this.#running;
  }

  async #saveAll(): Promise<void> {
    this.saving = true;
    for (let next = this.#due(); next !== undefined; next = this.#due()) {
      this.#pending.delete(next.what);
      if (!(await this.#saved(next))) break;
    }
    this.saving = false;
    this.unsaved = this.#pending.size > 0 || this.elsewhere.length > 0;
  }

  #due(): Change | undefined {
    return [...this.#pending.values()].find(({ what }) => !this.#waiting.has(what));
  }

  async #saved(change: Change): Promise<boolean> {
    const { what, ply, save } = change;
    const earlier = this.#unanswered.get(what);
    try {
      if (earlier && earlier !== change) this.#know(await earlier.save(), ply);
      this.#unanswered.set(what, change);
      const study = await save();
      this.#unanswered.delete(what);
      this.#learn(study, ply);
      if (!this.elsewhere.length) this.problem = "";
      return true;
    } catch (error) {
      if (error instanceof Refused) this.#unanswered.delete(what);
      if (error instanceof Refused && error.field === "replaces") {
        if (!this.#pending.has(what)) this.elsewhere = [...this.elsewhere, change];
        this.problem = wordsOf(error);
        return true;
      }
      const gone = error instanceof Refused;
      if (gone) setTimeout(() => void this.load().then(() => (this.problem ||= wordsOf(error))));
      else if (!this.#pending.has(what)) this.#later(change, AGAIN);
      this.problem = gone ? wordsOf(error) : words.notSaved;
      return false;
    }
  }

  // ------------------------------------------------------------------ watching together

  /** Whether another player leads now. */
  readonly led = $derived.by(() => (this.leading ? null : this.session.lead));

  lead(): void {
    if (this.session.lead || this.ply === null) return;
    this.leading = true;
    this.#told = null;
    this.tellMoment();
  }

  endLead(): void {
    if (!this.leading) return;
    this.leading = false;
    clearTimeout(this.#telling);
    this.session.link.say({ lead: null });
  }

  /** Show the others the moment on the map: at once, or soon after the last one. */
  tellMoment(): void {
    const { ply } = this;
    if (!this.leading || ply === null || this.#told?.ply === ply) return;
    clearTimeout(this.#telling);
    const since = Date.now() - (this.#told?.at ?? 0);
    if (since < STEP) {
      this.#telling = setTimeout(() => this.tellMoment(), STEP - since);
      return;
    }
    this.#told = { ply, at: Date.now() };
    this.session.link.say({ lead: ply });
  }

  // ------------------------------------------------------------------ on the map

  take(tool: Tool | null): void {
    this.tool = tool;
    this.start = null;
    this.#trace.cancel();
  }

  get holds(): boolean {
    return this.#trace.holds;
  }

  /** The arrow that is being drawn, or the space from which one will be drawn. */
  get sketching(): Sketch | null {
    const { passed } = this.#trace;
    const [from, to] = [passed[0], passed.at(-1)!];
    if (from !== undefined) return { at: from, to: to === from ? "" : to, color: this.color };
    return this.start === null ? null : { at: this.start, color: this.color };
  }

  press(event: PointerEvent, board: HTMLElement, space: string | null): void {
    this.#trace.press(event, board, this.tool === "arrow" && this.mayWrite ? space : null);
  }

  move(event: PointerEvent, space: string | null): boolean {
    return this.#trace.move(event, space);
  }

  drop(event: PointerEvent): void {
    const passed = this.#trace.drop(event);
    if (!passed) return;
    this.start = null;
    const [from, to] = [passed[0]!, passed.at(-1)!];
    if (from !== to) this.draw({ at: from, to, color: this.color });
  }

  cancel(): boolean {
    return this.#trace.cancel();
  }

  tap(space: string): void {
    const { tool, start, color } = this;
    if (this.#trace.swallows || !this.mayWrite || tool === null) return;
    if (tool === "erase") this.erase(space);
    else if (tool === "circle") this.draw({ at: space, color });
    else if (start === null) this.start = space;
    else {
      this.start = null;
      if (start !== space) this.draw({ at: start, to: space, color });
    }
  }

  /** Escape closes what is being drawn, then the tool; returns whether there was anything to close. */
  escape(): boolean {
    if (this.start !== null) this.start = null;
    else if (this.tool !== null) this.take(null);
    else return false;
    return true;
  }

  /** The name of a space on this map, or its number. */
  name = (space: string): string => this.session.model?.placeName(space) ?? space;
}
