import type { Line } from "../house/house";
import { atALink } from "../house/mark";

/** How many milliseconds after a refusal it tries again. */
const AFTER_REFUSAL = 5000;
/** The server refuses this tab, and the reason says why. */
const REFUSED = 1008;

/**
 * A socket that reconnects by itself. `onMessage` receives what the server sends. `onLink` says whether the server is
 * there and, if it has refused the tab, why.
 */
export class Live {
  #socket: WebSocket | Line | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = 500;
  #closed = false;
  #up = false;

  constructor(
    private readonly url: string,
    /** What to send first if the server must know who is following. */
    private readonly greeting: unknown,
    private readonly onMessage: (data: unknown) => void,
    private readonly onLink: (up: boolean, refusal: string) => void,
  ) {
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Send a message if the server is there. */
  say(message: unknown): void {
    if (this.#up) this.#socket?.send(JSON.stringify(message));
  }

  #open(): void {
    if (!atALink()) return this.#follow(new WebSocket(this.url));
    void import("../house/house").then(({ house }) => {
      if (!this.#closed) this.#follow(house().follow(this.url));
    });
  }

  #follow(socket: WebSocket | Line): void {
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 500;
      this.#up = true;
      if (this.greeting !== null) socket.send(JSON.stringify(this.greeting));
      if (!this.#closed) this.onLink(true, "");
    };
    socket.onmessage = (message: { data: unknown }) => this.onMessage(JSON.parse(String(message.data)));
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
      this.#up = false;
      if (this.#closed) return;
      this.onLink(false, code === REFUSED ? reason : "");
      if (code === REFUSED) this.#wait = AFTER_REFUSAL;
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(5000, this.#wait * 1.6);
    };
  }
}
