import { expect, test, vi } from "vitest";
import { api, Unreachable } from "../src/api";

test("a server that ends in mid answer has not answered", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('[{"name": "skir')));
  await expect(api.games()).rejects.toThrow(Unreachable);
});

test("a proxy that refuses a long body with a page of its own is explained", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>413</html>", { status: 413 })));
  await expect(api.games()).rejects.toThrow("This is too large for the server.");
});

test("what is saved when the page is left outlives it, unless the browser would refuse it as too long", async () => {
  const outlives: (boolean | undefined)[] = [];
  vi.stubGlobal("fetch", (_: string, { keepalive }: RequestInit) => {
    outlives.push(keepalive);
    return Promise.resolve(new Response("{}"));
  });
  await api.say("1", "Well played.");
  dispatchEvent(new Event("pagehide"));
  await api.say("1", "Well played.");
  await api.say("1", "я".repeat(40_000));
  dispatchEvent(new Event("pageshow"));
  await api.say("1", "Well played.");
  expect(outlives).toEqual([false, true, false, false]);
});
