import type { Choice } from "../protocol";
import type { Choosing } from "./choosing.svelte";

/** Units that are named one after another, and confirmed all at once. */
export class Picked {
  /** Null if a click names a single unit. */
  units = $state.raw<string[] | null>(null);

  constructor(private readonly choosing: Choosing) {}

  /** The verb whose units can be named several at a time, if one is open and no other is pressed. */
  verb = $derived.by(() => {
    const { verb, verbs } = this.choosing;
    return verbs.find((one) => one.several && one.open && (verb === null || verb === one.verb)) ?? null;
  });

  #find(piece: string): Choice | undefined {
    return this.choosing.actions.find((action) => action.verb === this.verb?.verb && action.piece === piece);
  }

  /** Name units one after another from now on, or one at a time again. */
  toggle(): void {
    this.choosing.asked = null;
    this.choosing.stack.choose(null);
    this.units = this.units === null && this.verb ? [] : null;
  }

  /** Whether a unit can be named. */
  names(piece: string): boolean {
    return this.verb !== null && this.#find(piece) !== undefined;
  }

  /** Name a unit, or remove it again. Return whether it can be named. */
  pick(piece: string): boolean {
    if (!this.names(piece)) return false;
    const before = this.units ?? [];
    this.units = before.includes(piece) ? before.filter((one) => one !== piece) : [...before, piece];
    return true;
  }

  /** All units that have been named, as one choice. Their actions are played one after another. */
  named = $derived.by<Choice | null>(() => {
    const own = (this.units ?? []).flatMap((piece) => this.#find(piece) ?? []);
    const last = own.at(-1);
    if (!last || !this.verb) return null;
    return { ...last, piece: undefined, label: this.verb.title, actions: own.map((action) => action.text) };
  });
}
