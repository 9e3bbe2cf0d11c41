import { expect, test, vi } from "vitest";
import { api, Unreachable } from "../src/api";

test("a server that ends in mid answer has not answered", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('[{"name": "skir')));
  await expect(api.games()).rejects.toThrow(Unreachable);
});
