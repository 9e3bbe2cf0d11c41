import type { Choice } from "../protocol";
import type { Choosing } from "./choosing.svelte";

/** Units that are named one after the other, to be confirmed at once. */
export class Picked {
  /** Null where a click names one alone. */
  units = $state.raw<string[] | null>(null);

  constructor(private readonly choosing: Choosing) {}

  /** The verb whose units may be named several at a time, where one is open and no other is pressed. */
  verb = $derived.by(() => {
    const { verb, verbs } = this.choosing;
    return verbs.find((one) => one.several && one.open && (verb === null || verb === one.verb)) ?? null;
  });

  #find(piece: string): Choice | undefined {
    return this.choosing.actions.find((action) => action.verb === this.verb?.verb && action.piece === piece);
  }

  /** Name units one after the other from now on, or one alone again. */
  toggle(): void {
    this.choosing.asked = null;
    this.choosing.stack.choose(null);
    this.units = this.units === null && this.verb ? [] : null;
  }

  /** Whether a unit may be named. */
  names(piece: string): boolean {
    return this.verb !== null && this.#find(piece) !== undefined;
  }

  /** Name a unit, or no longer; returns whether it may be named. */
  pick(piece: string): boolean {
    if (!this.names(piece)) return false;
    const before = this.units ?? [];
    this.units = before.includes(piece) ? before.filter((one) => one !== piece) : [...before, piece];
    return true;
  }

  /** All that have been named, as one choice: their actions are played one after the other. */
  named = $derived.by<Choice | null>(() => {
    const own = (this.units ?? []).flatMap((piece) => this.#find(piece) ?? []);
    const last = own.at(-1);
    if (!last || !this.verb) return null;
    return { ...last, piece: undefined, label: this.verb.title, actions: own.map((action) => action.text) };
  });
}
