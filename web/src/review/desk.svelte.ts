import { api, wordsOf } from "../api";
import type { Better, Costly, Stand, ReviewNow, SeatReview } from "../protocol";
import { go, playAddress, replayAddress } from "../route.svelte";
import type { Session } from "../table/session.svelte";

/** Milliseconds between two questions about a review that is being made. */
const PAUSE = 1000;
/** The progress after which the time that is left can be said. */
const ENOUGH = 0.02;

/** What is looked at: a costly decision or a better one by its number, or a turn by its place among the points. */
export type Chosen = { kind: "mistake"; at: number } | { kind: "better"; at: number } | { kind: "turn"; at: number };

/** The review of a game at a table, and what the player looks at in it. */
export class Desk {
  now = $state.raw<ReviewNow | null>(null);
  problem = $state("");
  chosen = $state.raw<Chosen | null>(null);
  /** The seconds that are left by the pace so far; null if it is not known. */
  left = $state<number | null>(null);
  #whose: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When this page first heard of the progress, and what it was then. */
  #since: { at: number; share: number } | null = null;
  #closed = false;

  readonly seat = $derived(this.now?.review?.seats.find(({ seat }) => seat === this.now!.seat) ?? null);
  readonly working = $derived(this.now !== null && this.now.share != null);
  readonly points = $derived<Stand[]>(this.seat?.points ?? []);
  readonly decision = $derived.by<Costly | Better | null>(() => {
    if (!this.seat || !this.chosen || this.chosen.kind === "turn") return null;
    const rows = this.chosen.kind === "mistake" ? this.seat.mistakes : this.seat.better;
    return rows?.[this.chosen.at] ?? null;
  });
  /** The place of the turn that is looked at among the points. */
  readonly turn = $derived.by(() => {
    if (this.chosen?.kind === "turn") return this.chosen.at;
    return this.decision ? Math.floor(placeOf(this.points, this.decision.ply)) : null;
  });
  /** The moment whose board is shown. */
  readonly ply = $derived(this.decision?.ply ?? (this.turn === null ? null : (this.points[this.turn]?.ply ?? null)));

  constructor(private readonly session: Session) {}

  async load(whose?: string): Promise<void> {
    this.#whose = whose ?? this.#whose;
    await this.#ask(() => api.review(this.session.id, this.#whose));
  }

  async begin(budget?: number): Promise<void> {
    this.#since = null;
    await this.#ask(() => api.beginReview(this.session.id, this.#whose, budget));
  }

  async stop(): Promise<void> {
    await this.#ask(async () => {
      await api.stopReview(this.session.id, this.#whose);
      return api.review(this.session.id, this.#whose);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #ask(ask: () => Promise<ReviewNow>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.#take(await ask());
      this.problem = this.now?.problem ?? "";
    } catch (error) {
      this.problem = wordsOf(error);
    }
    if (this.working && !this.#closed) this.#timer = setTimeout(() => void this.load(), PAUSE);
  }

  #take(now: ReviewNow): void {
    const before = this.now?.seat;
    this.now = now;
    this.left = now.share == null ? null : this.#pace(now.share);
    if (before !== now.seat) this.chosen = null;
    if (this.chosen === null && this.seat) this.chosen = this.#first(this.seat);
  }

  #pace(share: number): number | null {
    this.#since ??= { at: Date.now(), share };
    const [seconds, done] = [(Date.now() - this.#since.at) / 1000, share - this.#since.share];
    return done > ENOUGH ? (seconds / done) * (1 - share) : null;
  }

  #first(seat: SeatReview): Chosen | null {
    if (seat.mistakes?.length) return { kind: "mistake", at: 0 };
    const known = seat.points.findIndex((point) => point.known);
    return known < 0 ? null : { kind: "turn", at: known };
  }

  /** Look at the turn before or after the one that is looked at. */
  step(by: number): void {
    const last = this.points.length - 2;
    if (last < 0) return;
    this.chosen = { kind: "turn", at: Math.max(0, Math.min(last, (this.turn ?? -1) + by)) };
  }

  /** Play the better line out in another game, and show it from the decision on. */
  async watch(): Promise<void> {
    const ply = this.decision?.ply;
    if (ply === undefined) return;
    try {
      const line = await api.betterLine(this.session.id, ply, this.#whose);
      go(replayAddress(line.id, ply));
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Play on from the decision in another game. */
  async playOn(): Promise<void> {
    const { ply } = this;
    if (ply === null) return;
    try {
      go(playAddress((await api.branch(this.session.id, ply)).id));
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }
}

/** Where a ply is among the points, with the share of the turn that had been played. */
export function placeOf(points: Stand[], ply: number): number {
  const after = points.findIndex((point, index) => index > 0 && point.ply > ply);
  if (after < 0) return Math.max(0, points.length - 1);
  const [from, to] = [points[after - 1]!.ply, points[after]!.ply];
  return after - 1 + (ply - from) / Math.max(1, to - from);
}
