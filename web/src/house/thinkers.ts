import { script } from "../trusted";
import type { Runtime } from "./mark";
import type { Found, Question } from "./messages";
import thinker from "./thinker.ts?worker&url";

interface Asked {
  /** The match that the question is about. */
  match: string;
  question: Question & { kind: "think" | "advise" | "review" };
  told: (share: number) => void;
  /** Receives what a review knows so far. */
  heard: (found: string) => void;
  /** The result, or undefined if the thought was ended. */
  resolve: (found: string | undefined) => void;
}

/**
 * Where bots think while the back end answers: a separate worker, which starts with the first question. It cannot
 * receive messages while it thinks, so ending a thought ends the worker, and another one starts.
 */
export class Thinkers {
  #worker: Worker | null = null;
  #ready = false;
  /** The queue of questions. The worker thinks about the first one as soon as it is ready. */
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

  review(
    match: string,
    question: string,
    told: (share: number) => void,
    heard: (found: string) => void,
  ): Promise<string | undefined> {
    return this.#ask(match, { kind: "review", question }, told, heard);
  }

  end(match: string): void {
    const [first] = this.#asked;
    const ended = this.#asked.filter((asked) => asked.match === match);
    this.#asked = this.#asked.filter((asked) => asked.match !== match);
    if (this.#ready && ended.includes(first!)) this.#begin();
    for (const { resolve } of ended) resolve(undefined);
  }

  #ask(
    match: string,
    question: Asked["question"],
    told: Asked["told"],
    heard: Asked["heard"] = () => undefined,
  ): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#asked.push({ match, question, told, heard, resolve });
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
    this.#worker.postMessage({ kind: "open", base: this.base, runtime: this.runtime, helps: false } satisfies Question);
  }

  #leave(): void {
    if (this.#worker) this.#worker.onmessage = null; // an answer that it has already sent belongs to no current question
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
    else if (found.kind === "part") this.#asked[0]?.heard(found.found);
    else if (found.kind === "failed") this.#fail();
    else {
      this.#ready = true;
      if (found.kind === "found") this.#asked.shift()?.resolve(found.found);
      this.#next();
    }
  }

  /** End the thought: the bots play without it, and the next question starts the worker again. */
  #fail(): void {
    this.#leave();
    for (const { resolve } of this.#asked.splice(0)) resolve(undefined);
  }
}
