import { beforeEach, describe, expect, it, vi } from "vitest";
import { Live } from "../src/table/live";

class Socket {
  static last: Socket;
  static opened = 0;
  onopen = (): void => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  constructor() {
    Socket.last = this;
    Socket.opened += 1;
  }

  send(): void {}
}

describe("the live line of a tab", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    Socket.opened = 0;
  });

  const links: [boolean, string][] = [];
  const follow = (): Live => {
    links.length = 0;
    return new Live("ws://here", null, vi.fn(), (up, refusal) => links.push([up, refusal]));
  };

  it("says why the server does not want it, and tries again later", () => {
    follow();
    Socket.last.onopen();
    Socket.last.onclose({ code: 1008, reason: "The server has no room for more tabs: the limit is 256." });
    expect(links).toEqual([
      [true, ""],
      [false, "The server has no room for more tabs: the limit is 256."],
    ]);
    vi.advanceTimersByTime(4900);
    expect(Socket.opened).toBe(1);
    vi.advanceTimersByTime(200);
    expect(Socket.opened).toBe(2);
  });

  it("takes any other end for a server that does not answer", () => {
    follow();
    Socket.last.onclose({ code: 1006, reason: "" });
    expect(links).toEqual([[false, ""]]);
    vi.advanceTimersByTime(600);
    expect(Socket.opened).toBe(2);
  });
});
