import { words } from "../words/house";
import type { Asked, Told } from "./messages";

/** A line to the house: as much of a WebSocket as `Live` needs. */
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

/** There is no house, and there will be none before the page is loaded again; the message says why. */
export class NoHouse extends Error {}

const sentence = (why: string): string => (why === "elsewhere" ? words.elsewhere : words.notBegun(why));

/** The worker that answers in place of a server. */
class House {
  readonly lines = new Map<number, Line>();
  #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  #waiting = new Map<number, { resolve: (answer: Response) => void; reject: (error: NoHouse) => void }>();
  #number = 0;
  #failed: NoHouse | null = null;

  constructor() {
    this.#worker.onerror = ({ message }) => this.#fail(new NoHouse(words.notBegun(message)));
    this.#worker.onmessage = ({ data }: MessageEvent<Told>) => this.#hear(data);
    this.post({ kind: "open", base: new URL("./python/", document.baseURI).href });
  }

  post(asked: Asked): void {
    this.#worker.postMessage(asked);
  }

  ask(method: string, target: string, key: string | undefined, body: string): Promise<Response> {
    if (this.#failed) return Promise.reject(this.#failed);
    const number = ++this.#number;
    this.post({ kind: "ask", number, method, target, key, body });
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  follow(target: string): Line {
    const number = ++this.#number;
    const line = new Line(this, number, target);
    this.lines.set(number, line);
    return line;
  }

  #fail(why: NoHouse): void {
    this.#failed = why;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  #hear(told: Told): void {
    if (told.kind === "answer") {
      const body = told.status === 204 ? null : told.body;
      this.#waiting.get(told.number)?.resolve(new Response(body, { status: told.status }));
      this.#waiting.delete(told.number);
    } else if (told.kind === "text") this.lines.get(told.number)?.onmessage?.({ data: told.text });
    else if (told.kind === "closed") {
      this.lines.get(told.number)?.onclose?.(told);
      this.lines.delete(told.number);
    } else if (told.kind === "failed") this.#fail(new NoHouse(sentence(told.why)));
  }
}

let made: House | undefined;
/** The house of this page, begun when it is first asked. */
export const house = (): House => (made ??= new House());
