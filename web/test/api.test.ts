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
