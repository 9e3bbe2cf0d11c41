import { api } from "../api";
import type { Arrow, Dispatch } from "../protocol";
import type { Session } from "../table/session.svelte";
import { dotsOf, type Dot } from "./film";

/** Milliseconds for which a dispatch is shown, unless a key or click ends it. */
export const SHOWN = 6000;

/** What happened in each turn that is over: told when one's own turn begins, and kept as the diary of the game. */
export class Dispatches {
  diary = $state.raw<Dispatch[]>([]);
  /** The one that is shown over the map. */
  shown = $state.raw<Dispatch | null>(null);
  held = $state(false);
  arrows = $derived<Arrow[]>(this.shown?.arrows?.map(({ from, to }) => ({ kind: "attack", from, to })) ?? []);
  /** The battles of the turn that is told of, or those whose dice have just fallen, each with its last die. */
  stamps = $derived.by<Dot[]>(() => {
    const { shown } = this;
    const { model, log, review, replay, playback } = this.session;
    if (!model || review.past || (!shown && !playback.struck)) return [];
    const part = shown
      ? replay.parts.find(({ from, to }) => from === shown.from && to === shown.to)
      : replay.parts.at(-1);
    if (!part) return [];
    const since = shown ? part.first : log.length - playback.struck;
    const until = shown ? part.end : log.length - playback.left;
    const fought = dotsOf(model.scene, log.slice(part.first, part.end), part.first).filter(
      ({ number, index }) => number > 0 && index >= since && index < until,
    );
    return [...new Map(fought.map((dot) => [dot.spaces.join(), dot])).values()];
  });
  /** The turn, and where each seat has its own, the seat, at which the diary was read last. */
  #read = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {}

  /** Read on where a turn may have ended, and tell of the last one whoever's turn begins now. */
  async look(first = false): Promise<void> {
    const { state, model, playback } = this.session;
    if (!state || !model || state.lesson || state.example) return;
    const now = `${state.picture.turn} ${model.scene.turns?.halves ? state.decision?.seat : ""}`;
    if (now === this.#read) return;
    this.#read = now;
    const kept = this.diary.filter(({ to }) => to <= state.plies);
    const fresh = (await api.diary(this.session.id, kept.at(-1)?.to ?? 0)).dispatches;
    this.diary = [...kept, ...fresh];
    await playback.done;
    const told = this.diary.at(-1);
    if (told && (first || fresh.length) && this.#concerns(told)) this.#show(told);
  }

  /** Whether a turn of others is over, and one is asked for the first time since. */
  #concerns({ seat, to }: Dispatch): boolean {
    const { answering, state, log } = this.session;
    const own = state?.decision?.seat;
    return (
      answering &&
      own !== "chance" &&
      seat !== own &&
      !log.some((one) => one.kind === "chose" && one.seat === own && one.ply >= to)
    );
  }

  #show(dispatch: Dispatch): void {
    this.shown = dispatch;
    this.hold(false);
  }

  /** Keep it for as long as its button has the pointer or the focus, and for the whole time again afterwards. */
  hold(held: boolean): void {
    this.held = held;
    clearTimeout(this.#timer);
    if (!held && this.shown) this.#timer = setTimeout(() => this.close(), SHOWN);
  }

  close(): void {
    this.shown = null;
    this.hold(false);
  }
}
