import { api } from "../api";
import type { Example, ExampleStep, GameEvent } from "../protocol";
import { exampleAddress, go } from "../route.svelte";
import type { Session } from "../table/session.svelte";

/** Whether an event is shown once the log has come this far. A choice made there is shown with its effects. */
const toldAt = (event: GameEvent, ply: number): boolean =>
  event.ply < ply || (event.ply === ply && event.kind !== "chose");

/** Reads a worked example step by step: it plays what happens in a step, and then the table rests. */
export class Reader {
  /** The current step, from 0. */
  number = $state(0);
  /** How much of the log the table shows. */
  #ply = $state(-1);

  constructor(private readonly session: Session) {}

  get example(): Example | null {
    return this.session.state?.example ?? null;
  }

  get step(): ExampleStep | null {
    return this.example?.steps[this.number] ?? null;
  }

  /** Whether the table can be played on from the step. */
  get open(): boolean {
    const { state } = this.session;
    return state !== null && !(state.over && this.#ply === state.plies);
  }

  /** The log up to the step. For a match that is not an example, all of it. */
  get log(): GameEvent[] {
    const { log } = this.session;
    return this.example === null ? log : log.filter((event) => toldAt(event, this.#ply));
  }

  /** Turn to a step. The next one is played; any other is shown in its final state. */
  async turn(to: number): Promise<void> {
    const { example, session } = this;
    if (!example) return;
    const number = Math.max(0, Math.min(example.steps.length - 1, to));
    const { ply } = example.steps[number]!;
    const before = this.#ply;
    const on = before >= 0 && number === this.number + 1;
    this.number = number;
    session.card = null;
    if (ply === before) return session.playback.closeRolls();
    await session.link.request(async () => {
      const { picture } = await api.at(session.id, ply);
      this.#ply = ply;
      session.down = false;
      if (!on) return session.playback.rest(picture);
      const fresh = session.log.filter((event) => toldAt(event, ply) && !toldAt(event, before));
      session.playback.done = session.playback.play(fresh, picture);
    });
  }

  /**
   * Go this number of steps forward or back by changing the address, so that the browser's Back button leads through
   * the steps.
   */
  go(by: number): void {
    const { example, session } = this;
    const to = this.number + by;
    if (!example || to < 0 || to >= example.steps.length) return;
    if (by > 0 && session.playback.skip()) return;
    go(exampleAddress(session.state!.game, example.name, to + 1));
  }

  /** Start a game of your own from the step. */
  async playOn(): Promise<void> {
    if (this.step) await this.session.review.branch(this.step.ply);
  }
}
