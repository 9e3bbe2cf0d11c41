import { api } from "../api";
import type { Foretold } from "../protocol";
import type { Offer } from "./choice.svelte";
import type { Session } from "./session.svelte";

/** A pointer that only passes by asks nothing. */
const DWELL = 110;

/** What actions would lead to: asked for when they are looked at, kept as long as the question stands. */
export class Foresight {
  /** The action that the pointer or the focus is on. */
  pointed = $state.raw<Offer | null>(null);
  #known = $state.raw<{ version: number; rows: ReadonlyMap<string, Foretold> }>({ version: -1, rows: new Map() });
  #onMap = false;
  #asked = new Set<string>();
  #waiting: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {}

  of(offer: Offer | null | undefined): Foretold | undefined {
    if (!offer || this.#known.version !== this.session.state?.version) return undefined;
    return this.#known.rows.get(offer.text);
  }

  point(offer: Offer | null): void {
    this.pointed = offer;
    clearTimeout(this.#timer);
    if (offer) this.#timer = setTimeout(() => this.ask(offer), DWELL);
  }

  /** What the pointer or the focus on the map means, where that is one action. */
  look(): void {
    const { choice, hover, picture } = this.session;
    let found: Offer[] = [];
    const at = hover?.space ?? picture?.pieces.find((one) => one.id === hover?.piece)?.at;
    if (hover?.piece !== undefined && choice.piece === null)
      found = choice.byVerb.filter((offer) => offer.piece === hover.piece && offer.space === undefined);
    if (found.length === 0 && at !== undefined && choice.spaces.has(at))
      found = choice.matching.filter((offer) => offer.space === at);
    const only = found.length === 1 ? found[0]! : null;
    if (only || this.#onMap) this.point(only);
    this.#onMap = only !== null;
  }

  /** Ways of several steps throw no dice, and chance foretells its own. */
  ask(offer: Offer): void {
    const { session } = this;
    const { state } = session;
    if (!state || !session.asking || !session.humanTurn || state.decision?.chance || offer.route) return;
    const { version } = state;
    if (this.#known.version !== version) {
      this.#known = { version, rows: new Map() };
      this.#asked.clear();
    }
    if (this.#asked.has(offer.text)) return;
    this.#asked.add(offer.text);
    this.#waiting = this.#waiting.then(() => this.#fetch(offer.text, version));
  }

  /** One question at a time. What cannot be foretold now is asked again at the next look. */
  async #fetch(text: string, version: number): Promise<void> {
    if (this.#known.version !== version || this.session.state?.version !== version) return;
    try {
      const found = await api.foretell(this.session.id, text);
      if (this.#known.version === version)
        this.#known = { version, rows: new Map([...this.#known.rows, [text, found]]) };
    } catch {
      this.#asked.delete(text);
    }
  }
}
