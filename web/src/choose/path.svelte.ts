import type { Choice } from "../protocol";
import type { Stack } from "./stack.svelte";

/** The requested paths of the chosen units, which one is drawn, and where it was pinned. */
export class Path {
  /** What the chosen units can do, including paths of several steps, once that was requested. */
  #led = $state.raw<{ way: string; choices: Choice[] } | null>(null);
  /** Where the path of these units was pinned: the spaces of each stretch. */
  #pinned = $state.raw<{ units: string; stretches: string[][] } | null>(null);
  /** The space whose path stays drawn after the pointer has left it. */
  #aimed = $state.raw<{ units: string; space: string } | null>(null);
  #units = $derived.by(() => this.stack.units.join(" "));

  constructor(private readonly stack: Stack) {}

  /**
   * The stretches of the pinned path. A click adds one, and a second click on its end moves. Null if a click moves at
   * once.
   */
  stretches = $derived.by(() => (this.#pinned?.units === this.#units ? this.#pinned.stretches : null));
  /** All spaces of the pinned path. */
  bends = $derived((this.stretches ?? []).flat());
  /** The end of the pinned path, or the space whose path was last looked at. */
  aimed = $derived.by(() => this.bends.at(-1) ?? (this.#aimed?.units === this.#units ? this.#aimed.space : null));
  #way = $derived.by(() => [...this.stack.units, "", ...this.bends].join(" "));
  /** What the chosen units can do past the pinned bends; null until that is known. */
  led = $derived(this.#led?.way === this.#way ? this.#led.choices : null);

  clear(): void {
    this.#led = null;
    this.#pinned = null;
    this.#aimed = null;
  }

  /** Store the answer about these units and bends, and return whether it is still about the chosen ones. */
  lead(units: string[], bends: string[], choices: Choice[]): boolean {
    if ([...units, "", ...bends].join(" ") !== this.#way) return false;
    this.#led = { way: this.#way, choices };
    return true;
  }

  /** Keep the path to a space drawn. */
  aim(space: string): void {
    this.#aimed = { units: this.#units, space };
  }

  /** Let each click pin a stretch from now on, or stop that. */
  togglePin(): void {
    this.#pinned = this.stretches === null ? { units: this.#units, stretches: [] } : null;
  }

  /** Pin the path by which the chosen units reach a space. */
  pin(space: string, way: string[]): void {
    const last = this.bends.at(-1);
    if (space === last) return;
    const further = way.slice(last === undefined ? 0 : way.lastIndexOf(last) + 1);
    this.#pinned = { units: this.#units, stretches: [...(this.stretches ?? []), further] };
  }

  /** Release the last stretch, then the whole path. Return whether there was one. */
  unpin(): boolean {
    const { stretches } = this;
    if (stretches === null) return false;
    this.#pinned = stretches.length > 0 ? { units: this.#units, stretches: stretches.slice(0, -1) } : null;
    return true;
  }

  /** Take another path to the current destination. On a pinned path, only the last stretch changes. */
  detour(space: string, ways: Choice[], which: number): void {
    const way = ways[which % ways.length];
    if (!way?.path || !this.#led) return;
    if (space === this.bends.at(-1)) {
      const kept = (this.stretches ?? []).slice(0, -1);
      const stretches = [...kept, way.path.slice(kept.flat().length)];
      this.#pinned = { units: this.#units, stretches };
    } else {
      const choices = this.#led.choices.map((one) => (one.path && one.space === space ? way : one));
      this.#led = { ...this.#led, choices };
      this.aim(space);
    }
  }
}
