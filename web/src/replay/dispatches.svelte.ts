import { api } from "../api";
import type { Arrow, Dispatch, Part } from "../protocol";
import type { Session } from "../table/session.svelte";
import { nameless } from "../side/log/told";
import { dotsOf, type Dot } from "./film";

/** Milliseconds for which a dispatch is shown, unless a key or click ends it. */
export const SHOWN = 6000;
/** Dispatches that are shown together, at most, and arrows with them. */
const TOGETHER = 3;
const ARROWS = 3;

/**
 * The game's diary: its parts, such as turns or activations, and what happened in each that is over. What others did is
 * told when the player is asked next. The log asks for older dispatches when their place comes into view.
 */
export class Dispatches {
  /** All parts, as the server has them. The last one may go on. */
  parts = $state.raw<Part[]>([]);
  /** The dispatches that have been read, by the moment at which their part begins. */
  diary = $state.raw<ReadonlyMap<number, Dispatch>>(new Map());
  /** Those that are shown over the map. */
  shown = $state.raw<Dispatch[]>([]);
  held = $state(false);
  arrows = $derived.by<Arrow[]>(() =>
    this.shown
      .flatMap(({ arrows = [] }) => arrows)
      .slice(-ARROWS)
      .map(({ from, to }) => ({ kind: "attack", from, to })),
  );
  /** The battles of the parts that are told of, or those whose dice have just fallen, each with its last die. */
  stamps = $derived.by<Dot[]>(() => {
    const { shown } = this;
    const { model, log, review, playback } = this.session;
    const telling = shown.length > 0;
    if (!model || review.past || (!telling && !playback.struck)) return [];
    const told = telling
      ? this.parts.filter(({ from, to }) => from >= shown[0]!.from && to <= shown.at(-1)!.to)
      : this.parts.slice(-1);
    if (told.length === 0) return [];
    const first = told[0]!.first;
    const since = telling ? first : log.length - playback.struck;
    const until = telling ? told.at(-1)!.end : log.length - playback.left;
    const fought = dotsOf(model.scene, log.slice(first, until), first).filter(
      ({ number, index }) => number > 0 && index >= since,
    );
    return [...new Map(fought.map((dot) => [dot.spaces.join(), dot])).values()];
  });
  /** Settles when the parts are those of the current state; before the first state, once they are those of that. */
  ready: Promise<void>;
  #first!: () => void;
  /** The viewer, and the number of parts, at which the diary was read last. */
  #viewer: string | null = null;
  #count = 0;
  /** The end of the last part that has been told of, or that the player knew before this visit. */
  #told: number | null = null;
  #wanted: Part[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {
    this.ready = new Promise((resolve) => (this.#first = resolve));
  }

  /** The part to which an event of a moment belongs; undefined before it has been read. */
  partAt(ply: number): Part | undefined {
    const found = this.parts.filter(({ from }) => from < ply).at(-1);
    const newest = (found?.number ?? 0) + 1 >= (this.session.state?.parts ?? 0);
    return found && (newest || found !== this.parts.at(-1)) ? found : undefined;
  }

  /** Read on where a part has ended, and tell what others did to the player who is asked next. */
  async look(): Promise<void> {
    const { state, playback } = this.session;
    if (!state || state.example) return;
    const { viewer = "", parts: count, plies } = state;
    const other = viewer !== this.#viewer;
    if (other || count !== this.#count || (this.parts.at(-1)?.from ?? 0) > plies) {
      this.#viewer = viewer;
      this.#count = count;
      this.ready = this.#read(other, plies);
    }
    await this.ready;
    this.#told ??= this.#before();
    await playback.done;
    if (this.session.state?.version === state.version) this.#tell();
  }

  async #read(anew: boolean, plies: number): Promise<void> {
    const viewer = this.#viewer;
    const kept = anew ? [] : this.parts.filter(({ over, to }) => over && to <= plies);
    const from = kept.at(-1)?.to ?? 0;
    const { parts, dispatches } = await api.diary(this.session.id, { from, last: from ? TOGETHER : 1 });
    if (viewer !== this.#viewer) return;
    this.parts = [...kept, ...parts];
    const known = [...(anew ? [] : this.diary.values())].filter(({ to }) => to <= from);
    this.diary = new Map([...known, ...dispatches].map((one) => [one.from, one]));
    if (this.#told !== null) this.#told = Math.min(this.#told, plies);
    this.#first();
  }

  /**
   * The moment up to which the player knows what happened: that of their last decision, if they are asked again. A pass
   * may have been played for them.
   */
  #before(): number {
    const { answering, state, log } = this.session;
    if (!answering) return this.parts.filter(({ over }) => over).at(-1)?.to ?? -1;
    const seat = state!.decision!.seat;
    const own = log.filter((event) => event.kind === "chose" && event.seat === seat && !nameless(event));
    return own.at(-1)?.ply ?? -1;
  }

  /** Tell what others did since the player's last decision. */
  #tell(): void {
    const { answering, state } = this.session;
    const own = state?.decision?.seat;
    if (!answering || own === "chance" || state!.lesson) return;
    const told = [...this.diary.values()].filter(({ seat, to }) => to > this.#told! && seat !== own);
    if (told.length === 0) return;
    this.#told = told.at(-1)!.to;
    this.shown = told.slice(-TOGETHER);
    this.hold(false);
  }

  /** Have the dispatch of a part whose place in the log has come into view. */
  want(part: Part): void {
    if (!part.over || this.diary.has(part.from)) return;
    if (this.#wanted.push(part) === 1) setTimeout(() => void this.#fetch().catch(this.session.link.fail));
  }

  async #fetch(): Promise<void> {
    const wanted = this.#wanted.splice(0);
    const [from, to] = [Math.min(...wanted.map((one) => one.from)), Math.max(...wanted.map((one) => one.to))];
    const viewer = this.#viewer;
    const { dispatches } = await api.diary(this.session.id, { from, to });
    if (viewer !== this.#viewer) return;
    const all = [...this.diary.values(), ...dispatches].sort((one, other) => one.from - other.from);
    this.diary = new Map(all.map((one) => [one.from, one]));
  }

  /** Forget what one viewer has been told. The next one is told when the diary is read again. */
  forget(): void {
    this.#viewer = null;
    this.parts = [];
    this.diary = new Map();
    this.close();
  }

  /** Forget the parts that ended or began after a moment. They are read again with the next state. */
  rewind(ply: number): void {
    if (!this.parts.some(({ from, to, over }) => from > ply || (over && to > ply))) return;
    this.parts = this.parts.filter(({ to, over }) => over && to <= ply);
    this.diary = new Map([...this.diary].filter(([, { to }]) => to <= ply));
    if (this.#told !== null) this.#told = Math.min(this.#told, ply);
    this.#count = -1;
  }

  /** Keep it for as long as its button has the pointer or the focus, and for the whole time again afterwards. */
  hold(held: boolean): void {
    this.held = held;
    clearTimeout(this.#timer);
    if (!held && this.shown.length) this.#timer = setTimeout(() => this.close(), SHOWN);
  }

  close(): void {
    this.shown = [];
    this.hold(false);
  }
}
