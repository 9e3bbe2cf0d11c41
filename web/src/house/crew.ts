import { script } from "../trusted";
import type { Runtime } from "./mark";
import type { Found, Question, Rolled } from "./messages";

/** The number of workers at most, as each takes some 100 MB of memory. */
const MOST = 8;
/** The memory of a device in GB, if its browser does not tell. */
const MEMORY = 4;
/** How many workers think together: one for each core of the browser and GB of memory, and at least two. */
export function cores(): number {
  const { hardwareConcurrency, deviceMemory = MEMORY } = navigator as Navigator & { deviceMemory?: number };
  return Math.min(MOST, Math.max(2, Math.min(hardwareConcurrency, deviceMemory)));
}

interface Hand {
  worker: Worker;
  ready: boolean;
  /** Receives the results of the part that the worker is playing, or undefined if it failed. */
  heard: ((found: number[] | undefined) => void) | null;
}

/**
 * The workers that help another one with a search: each plays some of its rollouts. They start with the first search,
 * which does not wait until they have loaded.
 */
export class Crew {
  #hands: Hand[] | null = null;

  constructor(
    /** The address of the worker's script. */
    private readonly thinker: string,
    private readonly base: string,
    private readonly runtime: Runtime,
  ) {}

  /** The number of workers that are ready. */
  async ready(): Promise<number> {
    this.#hands ??= Array.from({ length: cores() - 1 }, () => this.#begin());
    await new Promise((resolve) => setTimeout(resolve)); // their messages arrive meanwhile
    return this.#hands.filter(({ ready }) => ready).length;
  }

  /** Play each part in another worker, with undefined for one that failed. There are at most as many parts as are ready. */
  play(root: Uint8Array, parts: Uint8Array[]): Promise<(number[] | undefined)[]> {
    const ready = this.#hands!.filter((hand) => hand.ready);
    return Promise.all(
      parts.map(
        (jobs, at) =>
          new Promise<number[] | undefined>((resolve) => {
            ready[at]!.heard = resolve;
            ready[at]!.worker.postMessage({ kind: "roll", root, jobs } satisfies Question);
          }),
      ),
    );
  }

  #begin(): Hand {
    const hand: Hand = { worker: new Worker(script(this.thinker), { type: "module" }), ready: false, heard: null };
    hand.worker.onmessage = ({ data }: MessageEvent<Found | Rolled>) => {
      if (data.kind === "ready") hand.ready = true;
      else if (data.kind === "rolled") hand.heard?.(data.found);
      else this.#fail(hand);
    };
    hand.worker.onerror = () => this.#fail(hand);
    const { base, runtime } = this;
    hand.worker.postMessage({ kind: "open", base, runtime, helps: true } satisfies Question);
    return hand;
  }

  #fail(hand: Hand): void {
    hand.worker.terminate();
    hand.ready = false;
    hand.heard?.(undefined);
  }
}
