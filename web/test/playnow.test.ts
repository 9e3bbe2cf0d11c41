import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import PlayNow from "../src/club/PlayNow.svelte";
import type { Challenge, GameInfo } from "../src/protocol";

// The pictures of games measure letters, and happy-dom has no fonts.
vi.hoisted(
  () => document.fonts ?? Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true }),
);

afterEach(() => vi.unstubAllGlobals());

test("a click accepts no challenge of an earlier choice", async () => {
  const answers = new Map<string, (challenge: Partial<Challenge> | null) => void>();
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    if (method === "POST") posted.push(JSON.parse(body as string));
    if (method === "POST" || !address.includes("/club/play")) return new Promise(() => undefined);
    return new Promise<Response>((resolve) => {
      const pace = new URLSearchParams(address.split("?")[1]).get("pace")!;
      answers.set(pace, (challenge) => resolve(new Response(JSON.stringify({ challenge }))));
    });
  });
  const by = (name: string, bot = ""): Challenge["by"] => ({ name, bot });
  const games = [{ name: "relief", title: "Relief", players: 2 }] as GameInfo[];
  const challenges = [{ id: "bot", game: "relief", by: by("Staff", "staff"), rated: true }] as Challenge[];
  const props = { games, challenges, present: null, changed: () => undefined, play: () => undefined, starting: false };
  const page = mount(PlayNow, { target: document.body, props });
  const play = document.querySelector<HTMLButtonElement>("[data-play-now]")!;
  const pick = (title: string): void =>
    [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === title)!.click();
  const settle = async (): Promise<void> => {
    await vi.waitFor(() => expect(play.disabled).toBe(false));
    flushSync();
  };
  pick("Daily");
  flushSync();
  answers.get("daily")!({ id: "c1", by: by("Jaro"), seat: null });
  await settle();
  expect(play.textContent).toContain("Jaro");
  pick("Live");
  flushSync();
  expect([play.disabled, play.textContent?.includes("Jaro")]).toEqual([true, false]);
  play.click();
  expect(posted).toEqual([]);
  answers.get("live")!(null);
  await settle();
  play.click();
  expect(posted).toMatchObject([{ pace: "live", joins: "" }]);
  await unmount(page);
});
