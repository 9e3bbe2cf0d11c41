/** A socket that comes back by itself. `onState` gets what the server sends; `onLink` says whether the server is there. */
export class Live {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = 500;
  #closed = false;

  constructor(
    private readonly url: string,
    /** What to say first, where the server must know who is following. */
    private readonly greeting: unknown,
    private readonly onMessage: (data: unknown) => void,
    private readonly onLink: (up: boolean) => void,
  ) {
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 500;
      if (this.greeting !== null) socket.send(JSON.stringify(this.greeting));
      if (!this.#closed) this.onLink(true);
    };
    socket.onmessage = (message) => this.onMessage(JSON.parse(String(message.data)));
    socket.onclose = () => {
      if (this.#closed) return;
      this.onLink(false);
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(5000, this.#wait * 1.6);
    };
  }
}
