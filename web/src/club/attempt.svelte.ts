import { wordsOf } from "../api";
import { words } from "../words/club";
import { NoPasskey } from "./club.svelte";

/** What a person asks the club for: whether it is under way, and why the last try failed. */
export class Attempt {
  busy = $state(false);
  problem = $state("");

  /** Try something. `without`: what to say if the browser offers no passkey. */
  async at(work: () => Promise<unknown>, without = words.notDone): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof NoPasskey ? without : wordsOf(error);
    } finally {
      this.busy = false;
    }
  }
}
