import { api } from "../../api";
import type { GameEvent, Trade } from "../../protocol";
import type { Session } from "../../table/session.svelte";

/** The expected losses of battles in the log, before their dice. They are asked for when their lines come into view. */
export class Expected {
  #known = $state.raw<ReadonlyMap<GameEvent, Trade>>(new Map());
  readonly #asked = new WeakSet<GameEvent>();
  #wanted: GameEvent[] = [];

  constructor(private readonly session: Session) {}

  of(event: GameEvent): Trade | undefined {
    return this.#known.get(event);
  }

  /** Whether an event may stand for a battle: a roll for a place, or the first sentence of a fight. */
  may(event: GameEvent): boolean {
    const { model, state } = this.session;
    const fights = model?.scene.phases.some(
      ({ panel, steps }) => panel === "fight" && steps.some(({ id }) => id === event.step),
    );
    return !state?.example && !!event.spaces?.length && (event.kind === "roll" || (event.kind === "note" && !!fights));
  }

  want(event: GameEvent): void {
    if (this.#asked.has(event)) return;
    this.#asked.add(event);
    if (this.#wanted.push(event) === 1) setTimeout(() => void this.#fetch().catch(this.session.link.fail));
  }

  async #fetch(): Promise<void> {
    const plies = this.#wanted.splice(0).map(({ ply }) => ply);
    const { battles } = await api.expected(this.session.id, Math.min(...plies), Math.max(...plies));
    const { log } = this.session;
    const fresh = battles.map(({ event, trade }): [GameEvent, Trade] => [log[event]!, trade]);
    this.#known = new Map([...this.#known, ...fresh]);
  }
}
