import { flushSync, mount } from "svelte";
import { beforeEach, expect, it } from "vitest";
import Windows from "../src/seats/Windows.svelte";
import type { Session } from "../src/table/session.svelte";
import { words } from "../src/words/seats";

beforeEach(() => document.body.replaceChildren());

/** What the panel of the windows says about the present one. */
function said(state: object): string | null {
  const session = { state, busy: false } as unknown as Session;
  mount(Windows, { target: document.body, props: { session } });
  flushSync();
  return document.querySelector("[data-passes]")?.textContent ?? null;
}

it("says that a window is about to pass by itself", () => {
  expect(said({ reply: "able", passes: true })).toBe(words.passes);
});

it("says so of a whole combat that is let pass", () => {
  expect(said({ reply: "pass", passes: true, decision: { window: "combat" } })).toBe(words.passesWhole("combat"));
});

it("says nothing of a window that is left to the player", () => {
  expect(said({ reply: "able" })).toBeNull();
});
