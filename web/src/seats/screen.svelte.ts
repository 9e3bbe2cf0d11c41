import { sit } from "../api";
import type { GameEvent, Scene, State } from "../protocol";
import { nameless, told } from "../side/log/told";
import type { Session } from "../table/session.svelte";

const EVERYBODY = "*";

/**
 * The seat that is asked now: the one that decides, or the person who draws in secret with own dice and cards. What
 * bots and the rules draw is entered by anybody.
 */
export function askedSeat(state: State | null): string | undefined {
  const drawer = state?.decision?.chance?.drawer;
  return drawer !== undefined && state?.seats[drawer] === "human" ? drawer : state?.decision?.seat;
}

interface Kept {
  viewer: string | null;
  looks: Record<string, number>;
}

/**
 * One screen that several people share in a game with secrets: the current viewer, and the curtain that falls before
 * the viewer changes. Behind the curtain, the page holds what everyone sees and nothing else.
 */
export class Screen {
  /** The seat that the screen is handed to, and what everyone has seen since that seat last looked. */
  curtain = $state.raw<{ seat: string; since: GameEvent[] } | null>(null);
  /** The seat that is looking now. */
  viewer = $state<string | null>(null);
  /** The seat of a person here that is asked, if it is not the one that is looking. */
  readonly #next = $derived.by(() => {
    const state = this.session.state;
    const seat = askedSeat(state);
    if (!state || seat === undefined || !this.#shared(state) || this.curtain || seat === this.viewer) return null;
    return state.seats[seat] === "human" ? seat : null;
  });
  /** The seat that the screen must be handed to before the game continues. */
  due = $derived(this.#next !== null && !this.#mates(this.#next, this.viewer) ? this.#next : null);
  /** The seat that can look without a curtain, because one side has no secrets from itself. */
  mate = $derived(this.due === null ? this.#next : null);
  #looks: Record<string, number> = {};
  /** Whether the table was first fetched with the public view. */
  #waited = false;

  constructor(private readonly session: Session) {}

  get #place(): string {
    return `mamayev.screen.${this.session.id}`;
  }

  #shared(state: State): boolean {
    const people = Object.values(state.seats).filter((who) => who === "human").length;
    return Boolean(state.secrets) && !state.held && !state.lesson && people > 1;
  }

  #mates(one: string, other: string | null, scene: Scene | undefined = this.session.model?.scene): boolean {
    const side = (id: string | null): string | undefined => scene?.seats.find((seat) => seat.id === id)?.side;
    return side(one) !== undefined && side(one) === side(other);
  }

  /** Before the table is fetched: the seat that looked last in this tab need not be the one that looks now. */
  wait(): void {
    const kept = this.#kept();
    this.viewer = kept?.viewer ?? null;
    this.#looks = kept?.looks ?? {};
    this.#waited = kept !== null;
    sit(this.session.id, kept ? { seat: EVERYBODY } : {});
  }

  /**
   * Handle the first version of the table. Return whether it must be fetched again, with the viewer that is now known.
   */
  begin(state: State, scene: Scene, log: GameEvent[]): boolean {
    if (!this.#shared(state)) {
      sit(this.session.id, {});
      return this.#waited;
    }
    const seat = askedSeat(state);
    const asked = seat !== undefined && state.seats[seat] === "human"; // a die that all may see asks nobody in particular
    // Decisions on an earlier board are not undone, and secret ones of another seat are not in the log.
    const decided = state.undo.free + state.undo.practice > 0 || log.some(({ kind }) => kind === "chose");
    if (!this.#waited && asked && decided) {
      // Somebody has decided, and nobody knows who opened this tab: nobody looks until the curtain is up.
      sit(this.session.id, { seat: EVERYBODY });
      return true;
    }
    if (!this.#waited) this.viewer = state.viewer ?? null;
    else if (asked && seat !== this.viewer) {
      this.viewer = this.#mates(seat, this.viewer, scene) ? seat : null;
      if (this.viewer === null) return false;
    }
    if (this.viewer !== null) sit(this.session.id, { seat: this.viewer });
    this.#keep();
    return this.#waited && this.viewer !== null;
  }

  /** When a lesson is over, its player has seen everything, so the viewer stays the same. */
  stay(state: State): void {
    if (!this.#shared(state)) return;
    this.viewer = state.viewer ?? null;
    if (this.viewer !== null) sit(this.session.id, { seat: this.viewer });
    this.#keep();
  }

  /** Lower the curtain for a seat. The page forgets what the previous viewer has seen. */
  async fall(seat: string): Promise<void> {
    const last = this.#looks[seat] ?? -1;
    for (const { id } of this.session.model?.scene.seats ?? [])
      if (this.#mates(id, this.viewer)) this.#looks[id] = this.session.state?.plies ?? 0;
    this.viewer = null;
    this.curtain = { seat, since: [] };
    sit(this.session.id, { seat: EVERYBODY });
    this.#keep();
    if (await this.session.link.retake()) {
      const { log } = this.session;
      const lines = new Set(told(log));
      this.curtain = { seat, since: log.filter((event) => event.ply > last && (lines.has(event) || nameless(event))) };
    }
  }

  /** An undo has left this many plies. What comes after them is new to every seat. */
  rewind(plies: number): void {
    for (const [seat, last] of Object.entries(this.#looks)) this.#looks[seat] = Math.min(last, plies);
    if (this.#shared(this.session.state!)) this.#keep();
  }

  /** Another person of the same side decides, and both see the same. */
  async pass(seat: string): Promise<void> {
    this.viewer = seat;
    sit(this.session.id, { seat });
    this.#keep();
    await this.session.link.passOn();
  }

  /** The next person is here and looks. */
  async lift(): Promise<void> {
    if (!this.curtain) return;
    const { seat } = this.curtain;
    sit(this.session.id, { seat });
    if (await this.session.link.retake()) {
      this.viewer = seat;
      this.curtain = null;
      this.#keep();
      this.session.dispatches.look().catch(this.session.link.fail);
    } else sit(this.session.id, { seat: EVERYBODY });
  }

  #kept(): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#place) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  }

  #keep(): void {
    try {
      sessionStorage.setItem(this.#place, JSON.stringify({ viewer: this.viewer, looks: this.#looks } satisfies Kept));
    } catch {
      return; // without storage, a reloaded page shows the deciding seat's view, as when it was opened
    }
  }
}
