import type { Action, Lesson, Page, State } from "../protocol";
import type { Session } from "../table/session.svelte";

/** What is pointed at: the ids of what a page is about, or the one thing to click next. */
export type Target = { kind: "piece" | "space" | "verb" | "option" | "touched" | "track"; id: string };

/** The lesson of a table: the current page, and what to click next. */
export class Coach {
  page = $state(0);
  /** Counts requests to show what to click. Each makes the pointer pulse again. */
  shown = $state(0);
  /** What was last shown on request. */
  pointed = $state.raw<Target | null>(null);

  constructor(private readonly session: Session) {}

  get lesson(): Lesson | null {
    return this.session.review.past ? null : (this.session.state?.lesson ?? null);
  }

  get pages(): Page[] {
    return [...(this.lesson?.opening ?? []), ...(this.lesson?.pages ?? [])];
  }

  /** The page to read now, or the step of an example; none if only the task is left. */
  get reading(): Page | null {
    return this.session.reader.step ?? this.pages[this.page] ?? null;
  }

  /** Whether the first cards and dice are still held back. */
  get opening(): boolean {
    return this.lesson !== null && this.page < (this.lesson.opening?.length ?? 0);
  }

  /** The action to point at: the suggested one, or another accepted one that the chosen unit can take. */
  get want(): Action | null {
    const { choosing } = this.session;
    const also = choosing.actions.find(
      (action) => action.piece === choosing.stack.piece && this.lesson?.accepts?.includes(action.text),
    );
    return (choosing.stack.piece === null ? null : also) ?? this.lesson?.action ?? null;
  }

  /** Whether the table holds its question until the pages have been read. */
  get hushed(): boolean {
    return this.reading !== null && !this.lesson?.done;
  }

  /** Whether what to click next has been shown. When requested again, it is done. */
  get does(): boolean {
    const { next, pointed } = this;
    return next !== null && pointed?.kind === next.kind && pointed.id === next.id;
  }

  /** The one thing to click next: the verb, then the unit, then the space. A finger clicks twice. */
  get next(): Target | null {
    const { choosing, foresight } = this.session;
    const { want } = this;
    if (!want || this.reading || this.lesson?.orders) return null;
    if (foresight.touched) return { kind: "touched", id: foresight.touched.text };
    const option: Target = { kind: "option", id: want.text };
    if (choosing.asked || choosing.cards.some((card) => card.text === want.text)) return option;
    if (want.piece === undefined || choosing.stack.piece !== want.piece) {
      const verb = choosing.verbs.find((one) => one.verb === want.verb);
      if (verb && (verb.weight === "main" || (choosing.meant !== want.verb && choosing.verbs.length > 1)))
        return { kind: "verb", id: want.verb };
      if (want.piece !== undefined) return { kind: "piece", id: want.piece };
    }
    return want.space === undefined ? option : { kind: "space", id: want.space };
  }

  /** What to point at on the screen. */
  get targets(): Target[] {
    if (this.reading) return (this.reading.show ?? []).map((id) => ({ kind: this.#kind(id), id }));
    return this.next ? [this.next] : [];
  }

  /** The spaces that the board itself outlines. */
  get spaces(): string[] {
    if (this.session.playback.running) return [];
    return this.targets.flatMap((target) => (target.kind === "space" ? [target.id] : []));
  }

  /** Whether the lesson accepts none of these actions. */
  objects(led: Action[]): boolean {
    const { lesson } = this;
    return lesson !== null && !lesson.done && !led.some((action) => lesson.accepts?.includes(action.text));
  }

  /** Handle a new state: begin with its pages or, on the way back, with its task. */
  turn(before: State | null, back: boolean): void {
    const old = before?.lesson;
    const { lesson } = this;
    if (!lesson || (old && old.number === lesson.number && !old.done === !lesson.done)) return;
    this.#turnTo(back ? this.pages.length : 0);
  }

  /** Open the page that this browser tab was on before it was reloaded. */
  resume(): void {
    const { lesson } = this;
    if (!lesson) return;
    try {
      const [task, page] = (sessionStorage.getItem(this.#key) ?? "").split(" ");
      if (task === this.#task) this.page = Math.min(Number(page), this.pages.length);
    } catch {
      return; // private windows may refuse storage; reading then begins at the first page
    }
  }

  /** Put the roll that the page is about on the table, or clear the table for a page without one. */
  lay(): void {
    const { playback } = this.session;
    const { reading } = this;
    if (!reading || playback.running) return;
    playback.open = reading.roll !== undefined && reading.roll <= playback.rolls.length;
    if (playback.open) playback.shown = reading.roll! - 1;
  }

  /** Turn to a page. After the opening, the first cards and dice are played. */
  async open(page: number): Promise<void> {
    const { session, opening } = this;
    session.card = null;
    this.#turnTo(Math.max(0, Math.min(this.pages.length, page)));
    if (opening && !this.opening && session.state) {
      session.playback.done = session.playback.play(session.log, session.state.picture);
      await session.playback.done;
    }
    if (!this.reading) session.playback.closeRolls();
  }

  get #key(): string {
    return `mamayev.lesson.${this.session.id}`;
  }

  get #task(): string {
    return this.lesson?.done ? "end" : String(this.lesson?.number);
  }

  #turnTo(page: number): void {
    this.page = page;
    try {
      sessionStorage.setItem(this.#key, `${this.#task} ${page}`);
    } catch {
      return; // as above
    }
  }

  #kind(id: string): Target["kind"] {
    const { model } = this.session;
    if (model?.pieces.has(id)) return "piece";
    return model?.known.has(id) ? "space" : "track";
  }
}
