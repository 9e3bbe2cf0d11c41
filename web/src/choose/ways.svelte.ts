import { api } from "../api";
import type { Choice } from "../protocol";
import type { Session } from "../table/session.svelte";
import { isWay } from "./choice";
import { words } from "../words/table";

/** The paths of the chosen units: requested from the server, drawn to what is pointed at, changed and pinned. */
export class Ways {
  /** The open request about the chosen units. A click that needs its answer waits for it. */
  leading: Promise<void> | null = null;
  #seen = $state.raw<{ units: string; space: string } | null>(null);
  /** The paths to a space that were last requested, and which of them is drawn. */
  #detours: { about: string; which: number; ways: Promise<Choice[]> } | null = null;

  constructor(private readonly session: Session) {}

  /** Ask what the chosen units can do. Only the server knows paths of several steps. */
  async lead(): Promise<void> {
    const leading = this.#askUnits();
    this.leading = leading;
    await leading;
    if (this.leading === leading) this.leading = null;
  }

  async #askUnits(): Promise<void> {
    const [{ units }, { bends }] = [this.session.choosing.stack, this.session.choosing.path];
    const now = this.session.state;
    if (units.length === 0 || !now || !this.session.asking || !this.session.humanTurn || now.decision?.chance) return;
    try {
      const choices = await api.choices(this.session.id, units, bends);
      // A lesson goes step by step.
      const plain = now.lesson ? choices.filter((choice) => !isWay(choice)) : choices;
      if (this.session.state?.version === now.version) this.session.choosing.lead(units, bends, plain);
    } catch (error) {
      this.session.link.fail(error);
    }
  }

  /** The space that is pointed at, also through a unit that is there, if a click sends the chosen units there. */
  get target(): string | null {
    const { hover, choosing } = this.session;
    const at = hover?.space ?? this.session.picture?.pieces.find((one) => one.id === hover?.piece)?.at;
    const goes = choosing.stack.piece !== null && at !== undefined && choosing.spaces.has(at);
    return goes && !this.session.clicks.chooses ? at : null;
  }

  /** The space whose path is drawn: pointed at, touched, or aimed at before. */
  get goal(): string | null {
    return this.target ?? this.session.foresight.touched?.space ?? this.session.choosing.path.aimed;
  }

  /** The space that a press beside the map means: the one whose path is drawn, or was when the pointer left. */
  get meant(): string | null {
    const seen = this.#seen?.units === this.session.choosing.stack.units.join(" ") ? this.#seen.space : null;
    return this.goal ?? seen;
  }

  /** Remember what is pointed at. */
  look(): void {
    const { target } = this;
    const { choosing } = this.session;
    if (target !== null) this.#seen = { units: choosing.stack.units.join(" "), space: target };
    this.session.foresight.look();
  }

  /** Draw another path to the space that is pointed at, or was last. After the last path comes the first again. */
  async otherWay(): Promise<void> {
    const { meant: goal } = this;
    const { choosing, state } = this.session;
    if (goal === null || !state || choosing.stack.units.length === 0) return;
    const last = goal === choosing.path.bends.at(-1);
    const bends = last ? (choosing.path.stretches ?? []).slice(0, -1).flat() : choosing.path.bends;
    const about = [state.version, ...choosing.stack.units, "", ...bends, "", goal].join(" ");
    try {
      if (this.#detours?.about !== about)
        this.#detours = { about, which: 0, ways: api.choices(this.session.id, choosing.stack.units, bends, goal) };
      const which = (this.#detours.which += 1);
      const ways = await this.#detours.ways;
      if (ways.length < 2) {
        this.session.card = { kind: "why", title: words.noOtherWay, reasons: [{ text: words.noOtherWayDoc }] };
        return;
      }
      this.session.card = null;
      this.session.foresight.touched = null;
      if (this.session.state?.version === state.version) choosing.path.detour(goal, ways, which);
    } catch (error) {
      this.#detours = null;
      this.session.link.fail(error);
    }
  }

  /** Pin the path to the space that is pointed at, or let each click pin a stretch. */
  pinWay(): void {
    const { choosing, foresight } = this.session;
    if (choosing.stack.piece === null || !choosing.matching.some(isWay)) return;
    const space = this.target ?? foresight.touched?.space;
    if (space === undefined) choosing.path.togglePin();
    else choosing.pin(space);
    foresight.touched = null;
  }
}
