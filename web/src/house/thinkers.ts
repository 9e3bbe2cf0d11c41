import { script } from "../trusted";
import type { Runtime } from "./mark";
import type { Found, Question } from "./messages";
import thinker from "./thinker.ts?worker&url";

interface Asked {
  /** The match that it is about. */
  match: string;
  question: Question & { kind: "think" | "advise" };
  told: (share: number) => void;
  /** What was found; undefined where the thought was ended. */
  resolve: (found: string | undefined) => void;
}

/** Where bots think while the house answers: a worker of their own, which begins with the first question. It hears nothing
 * while it thinks, so a thought that is ended takes it along, and another one begins. */
export class Thinkers {
  #worker: Worker | null = null;
  #ready = false;
  /** Of these the first is being thought about, as soon as the worker is ready. */
  #asked: Asked[] = [];

  constructor(
    private readonly base: string,
    private readonly runtime: Runtime,
  ) {}

  think(match: string, question: string, told: (share: number) => void): Promise<string | undefined> {
    return this.#ask(match, { kind: "think", question }, told);
  }

  advise(match: string, question: string, told: (share: number) => void): Promise<string | undefined> {
    return this.#ask(match, { kind: "advise", question }, told);
  }

  end(match: string): void {
    const [first] = this.#asked;
    const ended = this.#asked.filter((asked) => asked.match === match);
    this.#asked = this.#asked.filter((asked) => asked.match !== match);
    if (this.#ready && ended.includes(first!)) this.#begin();
    for (const { resolve } of ended) resolve(undefined);
  }

  #ask(match: string, question: Asked["question"], told: Asked["told"]): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#asked.push({ match, question, told, resolve });
      if (!this.#ready) told(0); // it loads first
      if (this.#worker === null) this.#begin();
      else if (this.#ready && this.#asked.length === 1) this.#next();
    });
  }

  #begin(): void {
    this.#leave();
    this.#worker = new Worker(script(thinker), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Found>) => this.#hear(data);
    this.#worker.onerror = () => this.#fail();
    this.#worker.postMessage({ kind: "open", base: this.base, runtime: this.runtime } satisfies Question);
  }

  #leave(): void {
    if (this.#worker) this.#worker.onmessage = null; // what it has already said is of no thought any more
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }

  #next(): void {
    const [first] = this.#asked;
    if (first) this.#worker!.postMessage(first.question);
  }

  #hear(found: Found): void {
    if (found.kind === "share") this.#asked[0]?.told(found.share);
    else if (found.kind === "failed") this.#fail();
    else {
      this.#ready = true;
      if (found.kind === "found") this.#asked.shift()?.resolve(found.found);
      this.#next();
    }
  }

  /** The bots play without a thought; what is asked next has it begin again. */
  #fail(): void {
    this.#leave();
    for (const { resolve } of this.#asked.splice(0)) resolve(undefined);
  }
}
