import { api } from "../api";
import type { Arrow, Dispatch } from "../protocol";
import type { Session } from "../table/session.svelte";
import { dotsOf, parts, type Dot } from "./film";

/** Milliseconds for which a dispatch is shown, unless a key or click ends it. */
export const SHOWN = 6000;

/** What happened in each turn that is over: told when one's own turn begins, and kept as the diary of the game. */
export class Dispatches {
  diary = $state.raw<Dispatch[]>([]);
  /** The one that is shown over the map. */
  shown = $state.raw<Dispatch | null>(null);
  held = $state(false);
  arrows = $derived<Arrow[]>(this.shown?.arrows?.map(({ from, to }) => ({ kind: "attack", from, to })) ?? []);
  /** The battles of the turn that is told of, each with its last die. */
  stamps = $derived.by<Dot[]>(() => {
    const { shown } = this;
    const { model, log, state } = this.session;
    if (!shown || !model || !state) return [];
    const part = parts(model.scene, log, state.plies).find(({ from, to }) => from === shown.from && to === shown.to);
    const fought = dotsOf(model.scene, log.slice(part?.first, part?.end ?? 0)).filter(({ number }) => number > 0);
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
