import { script } from "../trusted";
import { words } from "../words/house";
import { base, folder } from "./mark";
import type { Asked, Told, Why } from "./messages";
import { repair } from "./offline";
import { state } from "./state.svelte";
import worker from "./worker.ts?worker&url";

/** A connection to the local back end: as much of a WebSocket as `Live` needs. */
export class Line {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number; reason: string }) => void) | null = null;

  constructor(
    private readonly house: House,
    private readonly number: number,
    target: string,
  ) {
    house.post({ kind: "follow", number, target });
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.house.post({ kind: "say", number: this.number, text });
  }

  close(): void {
    this.house.post({ kind: "leave", number: this.number });
    this.house.lines.delete(this.number);
  }
}

/**
 * There is no back end, and there will be none until the page is reloaded. The message says why, or is "" if the player
 * knows.
 */
export class NoHouse extends Error {}

interface Waiting {
  method: string;
  resolve: (answer: Response) => void;
  reject: (error: unknown) => void;
}
type Question =
  | { kind: "ask"; method: string; target: string; key: string | undefined; body: string | Uint8Array }
  | { kind: "saveAll" }
  | { kind: "loadAll"; name: string; text: string };

/**
 * Answers that only depend on the games were written when the folder was built, so they are available before Python is.
 */
const WRITTEN = /^\/api\/(games(?:\/[^/]+\/(?:rules|thumbnail|background))?)$/;

/** The worker that answers in place of a server. */
class House {
  readonly lines = new Map<number, Line>();
  #worker = new Worker(script(worker), { type: "module" });
  #waiting = new Map<number, Waiting>();
  /** Requests made before the back end is ready, by number. */
  #early = new Map<number, Asked>();
  #number = 0;
  #opened = (): void => undefined;
  /** Fulfilled when the back end answers. */
  readonly open = new Promise<void>((resolve) => (this.#opened = resolve));
  #settled = (): void => undefined;
  /** Fulfilled when the back end answers, or never will. */
  readonly begun = new Promise<void>((resolve) => (this.#settled = resolve));

  constructor() {
    // Browsers say nothing about a script that failed to load.
    this.#worker.onerror = ({ message }: Partial<ErrorEvent>) =>
      void (message ? this.#failed("broken", message) : this.#failed("noFile", words.script));
    this.#worker.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    const { runtime } = folder();
    this.#worker.postMessage({ kind: "open", base: new URL("python/", base()).href, runtime } satisfies Asked);
  }

  post(asked: Asked): void {
    if (state.ready) this.#worker.postMessage(asked);
    else this.#early.set(++this.#number, asked);
  }

  /** Return the answer to a request. Rejects with NoHouse. */
  async ask(
    method: string,
    target: string,
    key: string | undefined,
    body: string | Uint8Array,
    signal?: AbortSignal,
  ): Promise<Response> {
    const [, written] = WRITTEN.exec(target) ?? [];
    if (method === "GET" && written !== undefined) return this.#written(written);
    return this.#ask(method, { kind: "ask", method, target, key, body }, signal);
  }

  /** Return an answer from the folder, which is the same for everyone. Rejects with NoHouse if it cannot be loaded. */
  async #written(what: string): Promise<Response> {
    const file = `written/${what}.json`;
    const answer = await fetch(new URL(file, base())).catch(String);
    if (typeof answer !== "string" && answer.ok) return answer;
    throw new NoHouse(words.failures.noFile(`${file}: ${typeof answer === "string" ? answer : answer.status}`));
  }

  /** Return all games as one file. Rejects with NoHouse. */
  saveAll = (): Promise<Response> => this.#ask("GET", { kind: "saveAll" });
  /** Import the games of such a file. Rejects with NoHouse. */
  loadAll = (name: string, text: string): Promise<Response> => this.#ask("POST", { kind: "loadAll", name, text });

  follow(target: string): Line {
    const number = ++this.#number;
    const line = new Line(this, number, target);
    this.lines.set(number, line);
    return line;
  }

  /** Drop what was to begin as soon as the back end is ready. */
  free(): void {
    for (const [number, asked] of this.#early)
      if ("number" in asked && this.#waiting.get(asked.number)?.method === "POST") {
        this.#early.delete(number);
        this.#waiting.get(asked.number)!.reject(new NoHouse(""));
        this.#waiting.delete(asked.number);
      }
    state.waiting = 0;
  }

  /** Stop loading. The browser keeps what has arrived. */
  stop(): void {
    this.#worker.terminate();
    state.stopped = true;
    this.free();
  }

  #ask(method: string, question: Question, signal?: AbortSignal): Promise<Response> {
    if (state.failed) return Promise.reject(new NoHouse(words.failures[state.failed.why](state.failed.what)));
    const number = ++this.#number;
    const answer = new Promise<Response>((resolve, reject) => this.#waiting.set(number, { method, resolve, reject }));
    if (!state.ready && method === "POST") state.waiting += 1;
    this.post({ ...question, number });
    signal?.addEventListener("abort", () => this.#drop(number, signal));
    return answer;
  }

  /** Give up on the back end. If a file may be the reason, first check the files that the browser keeps. */
  async #failed(why: Why, what: string): Promise<void> {
    const lost = !state.ready && (why === "noFile" || why === "broken") ? await repair() : [];
    if (lost.length === 0) this.#fail(why, what);
    else this.#fail("damaged", lost.map((one) => one.what).join(", "));
  }

  /** The page no longer waits for an answer. */
  #drop(number: number, { reason }: AbortSignal): void {
    const waiting = this.#waiting.get(number);
    if (waiting === undefined) return;
    this.#waiting.delete(number);
    waiting.reject(reason);
    if (state.ready) {
      this.post({ kind: "drop", number });
      return;
    }
    if (waiting.method === "POST") state.waiting -= 1;
    for (const [place, asked] of this.#early)
      if ("number" in asked && asked.number === number) this.#early.delete(place);
  }

  #fail(why: Why, what: string): void {
    state.failed = { why, what };
    for (const { reject } of this.#waiting.values()) reject(new NoHouse(words.failures[why](what)));
    this.#waiting.clear();
    this.#settled();
  }

  #hear(told: Told): void {
    if (told.kind === "answer") {
      const body = told.status === 204 ? null : told.body;
      const headers = { "Content-Type": "application/json", ...(told.file ? { "X-File": told.file } : {}) };
      this.#waiting.get(told.number)?.resolve(new Response(body, { status: told.status, headers }));
      this.#waiting.delete(told.number);
    } else if (told.kind === "text") this.lines.get(told.number)?.onmessage?.({ data: told.text });
    else if (told.kind === "closed") {
      this.lines.get(told.number)?.onclose?.(told);
      this.lines.delete(told.number);
    } else if (told.kind === "loaded") state.loaded[told.part] += told.bytes;
    else if (told.kind === "ready") this.#answers();
    else void this.#failed(told.why, told.what);
  }

  #answers(): void {
    state.ready = true;
    state.waiting = 0;
    // A game that begins goes before the library's requests, because its page is left with the answer.
    const early = [...this.#early.values()];
    const begins = (asked: Asked): boolean => asked.kind === "ask" && asked.method === "POST";
    for (const asked of [...early.filter(begins), ...early.filter((one) => !begins(one))])
      this.#worker.postMessage(asked);
    this.#early.clear();
    this.#opened();
    this.#settled();
  }
}

let made: House | undefined;
/** The back end of this page, started when it is first used. */
export const house = (): House => (made ??= new House());
