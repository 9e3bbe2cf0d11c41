import { api } from "../api";
import type { Choice, Foretold, Roll, Throw } from "../protocol";
import { isWay, same } from "./choice";
import type { Player } from "../table/context";

/** A pointer that only passes by requests nothing. */
const DWELL = 110;
/** How long after a first touch a second one still belongs to a double tap. */
const DEAF = 300;

/**
 * The consequences of actions, which are requested when the player looks at them, and kept as long as the question is
 * the same.
 */
export class Foresight {
  #pointer = $state.raw<Choice | null>(null);
  /** The action that a finger has touched once. It is shown, and a second touch plays it. */
  touched = $state.raw<Choice | null>(null);
  /** The action that the player is looking at: the pointer or the focus is on it, or a finger was. */
  pointed = $derived(this.#pointer ?? this.touched);
  #known = $state.raw<{ version: number; rows: ReadonlyMap<string, Foretold> }>({ version: -1, rows: new Map() });
  #fallen = $state.raw<ReadonlyMap<number, Throw>>(new Map());
  #sought = new Set<number>();
  #since = 0;
  #onMap = false;
  #asked = new Set<string>();
  #waiting: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly player: Player) {}

  of(choice: Choice | null | undefined): Foretold | undefined {
    if (!choice || this.#known.version !== this.player.state?.version) return undefined;
    return this.#known.rows.get(choice.text);
  }

  point(choice: Choice | null): void {
    this.#pointer = choice;
    clearTimeout(this.#timer);
    if (choice) this.#timer = setTimeout(() => this.ask(choice), DWELL);
  }

  /** What the pointer or the focus on the map means, if that is a single action. */
  look(): void {
    const { choosing, clicks, hover, picture } = this.player;
    let found: Choice[] = [];
    const at = hover?.space ?? picture?.pieces.find((one) => one.id === hover?.piece)?.at;
    if (hover?.piece !== undefined && choosing.stack.piece === null)
      found = choosing.byVerb.filter((choice) => choice.piece === hover.piece && choice.space === undefined);
    // A click on a unit that can be chosen chooses it, and sends no other unit to it.
    const first = hover?.piece !== undefined && choosing.stack.piece === null && choosing.pieces.has(hover.piece);
    if (found.length === 0 && !first && !clicks.chooses && at !== undefined && choosing.spaces.has(at))
      found = choosing.matching.filter((choice) => choice.space === at);
    const only = found.length === 1 ? found[0]! : null;
    if (only || this.#onMap) this.point(only);
    this.#onMap = only !== null;
  }

  /**
   * Whether a finger's touch of an action only shows it. The first touch does if a unit goes somewhere, if dice are
   * rolled for it, or if it moves or removes other units. A pointer has already shown all this before the click.
   */
  async holds(choice: Choice): Promise<boolean> {
    const again = this.touched !== null && same(this.touched, choice);
    if (again && performance.now() - this.#since < DEAF) return true;
    this.touched = null;
    if (again || this.player.state?.decision?.chance) return false;
    this.ask(choice);
    await this.#waiting;
    const found = this.of(choice);
    const rolls = choice.leads?.includes("die") === true || (found?.rolls?.length ?? 0) > 0;
    const moves = (found?.pieces ?? []).some((one) => one.id !== choice.piece);
    const goes = choice.piece !== undefined && choice.space !== undefined;
    if (!rolls && !moves && !goes) return false;
    this.#pointer = null;
    this.touched = choice;
    this.#since = performance.now();
    return true;
  }

  /** The die of a roll with all its faces, once it was requested. */
  die(roll: Roll): Throw | undefined {
    return this.#fallen.get(roll.ply);
  }

  /** Ask what the other faces of a die would have meant. Dice that were read together mean nothing one by one. */
  async askDie(roll: Roll): Promise<void> {
    if (roll.dice?.length !== 1 || this.#sought.has(roll.ply)) return;
    this.#sought.add(roll.ply);
    try {
      const [die] = await api.faces(this.player.id, roll.ply);
      const fits = die?.title === (roll.title ?? "") && die.faces.some(({ die: face }) => face === roll.dice?.[0]);
      if (die && fits) this.#fallen = new Map([...this.#fallen, [roll.ply, die]]);
    } catch {
      this.#sought.delete(roll.ply);
    }
  }

  /** After an undo, the result may be different. */
  forget(from: number): void {
    for (const ply of this.#sought) if (ply > from) this.#sought.delete(ply);
    this.#fallen = new Map([...this.#fallen].filter(([ply]) => ply <= from));
  }

  /** Paths of several steps roll no dice, and chance forecasts its own. */
  ask(choice: Choice): void {
    const { player } = this;
    const { state } = player;
    if (!state || !player.asking || !player.humanTurn || state.decision?.chance || isWay(choice)) return;
    // The pointer may still be on something from the previous question.
    const { actions, matching } = player.choosing;
    if (![...actions, ...matching].some((one) => one.text === choice.text)) return;
    const { version } = state;
    if (this.#known.version !== version) {
      this.#known = { version, rows: new Map() };
      this.#asked.clear();
    }
    if (this.#asked.has(choice.text)) return;
    this.#asked.add(choice.text);
    this.#waiting = this.#waiting.then(() => this.#fetch(choice.text, version));
  }

  /** One question at a time. What cannot be forecast now is requested again at the next look. */
  async #fetch(text: string, version: number): Promise<void> {
    if (this.#known.version !== version || this.player.state?.version !== version) return;
    try {
      const found = await api.foretell(this.player.id, text, version);
      if (this.#known.version === version)
        this.#known = { version, rows: new Map([...this.#known.rows, [text, found]]) };
    } catch {
      this.#asked.delete(text);
    }
  }
}
