import { api, wordsOf } from "../api";
import type { ComponentChecks } from "../protocol";
import { words } from "../words/workshop";
import type { Draft } from "./draft.svelte";

export type State = "refused" | "differs" | "agrees" | "to come" | "not stated";
export const ORDER: State[] = ["refused", "differs", "agrees", "to come", "not stated"];

/** A line of the checks: what the rules need, or what the book states, and the places that it is about. */
export interface Check {
  id: string;
  /** Its subject; "" for a file as a whole. */
  about: "map" | "counters" | "cards" | "";
  state: State;
  title: string;
  text: string;
  clause: string;
  file: string;
  entry: string;
  places: string[];
}

/** How long after a change the checks run. */
const REST = 250;

/** The checks of a draft, repeated a moment after each change, and never two at once. */
export class Checks {
  all = $state.raw<Check[]>([]);
  busy = $state(false);
  problem = $state("");
  /** Why it cannot be played; "" if it can. */
  refusal = $derived.by(() => this.all.find(({ id }) => id.startsWith("needs"))?.text ?? "");
  count = (state: State): number => this.all.filter((one) => one.state === state).length;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

  /** `ids`: what an error can name and link to. `undone`: the hexes that are still to be done. */
  constructor(
    private readonly draft: Draft,
    private readonly known: () => (id: string) => boolean,
    private readonly undone: () => Record<string, string[]>,
  ) {
    $effect(() => {
      void this.draft.now;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#make(), REST);
      return () => clearTimeout(this.#timer);
    });
  }

  async #make(): Promise<void> {
    if (this.busy) {
      this.#again = true;
      return;
    }
    this.busy = true;
    try {
      this.#take(await api.checkComponents(this.draft.game, this.draft.texts(), this.undone()));
      this.problem = "";
    } catch (error) {
      this.problem = wordsOf(error);
    } finally {
      this.busy = false;
      if (this.#again) {
        this.#again = false;
        void this.#make();
      }
    }
  }

  #take({ files, statements }: ComponentChecks): void {
    const known = this.known();
    const half = this.draft.empty && Object.values(this.undone()).some((ids) => ids.length > 0);
    const needs = files
      .filter((one) => one.problem)
      .map((one): Check => ({
        id: `needs ${one.name}`,
        about: "",
        state: half ? "to come" : "refused",
        title: half ? words.toComeNot : one.name,
        text: one.problem,
        clause: "",
        file: one.name,
        entry: /, \w+ ([\w-]+)[,:]/.exec(one.problem)?.[1] ?? "",
        places: [...new Set(one.problem.match(/[A-Za-z0-9]+/g) ?? [])].filter(known),
      }));
    const stated = statements.map((one): Check => ({
      id: one.id,
      about: one.about,
      state: one.state,
      title: one.says,
      text: one.state === "differs" ? one.found : "",
      clause: one.clause,
      file: one.place.file,
      entry: one.place.entry,
      places: one.place.spaces,
    }));
    const fits = files
      .filter((one) => one.given && !one.problem)
      .map((one): Check => ({
        id: `fits ${one.name}`,
        about: "",
        state: "agrees",
        title: words.fits(one.name),
        text: words.entries(one.entries),
        clause: "",
        file: one.name,
        entry: "",
        places: [],
      }));
    const all = [...needs, ...stated, ...fits];
    this.all = all.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  }
}
