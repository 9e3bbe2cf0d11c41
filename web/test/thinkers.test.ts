import { beforeEach, expect, test, vi } from "vitest";
import type { Found, Question } from "../src/house/messages";
import { Thinkers } from "../src/house/thinkers";

const RUNTIME = { name: "python.wasm", whole: 9, packed: 3 };

/** A worker that is told nothing but by the test. */
class Fake {
  static all: Fake[] = [];
  heard: Question[] = [];
  ended = false;
  onmessage: ((event: { data: Found }) => void) | null = null;
  constructor() {
    Fake.all.push(this);
  }
  postMessage(question: Question): void {
    this.heard.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: Found): void {
    this.onmessage?.({ data });
  }
}

beforeEach(() => {
  Fake.all = [];
  vi.stubGlobal("Worker", Fake);
});

test("no worker is begun before a bot is asked, and one answers after the other", async () => {
  const thinkers = new Thinkers("https://host/python/", RUNTIME);
  expect(Fake.all).toEqual([]);
  const shares: number[] = [];
  const first = thinkers.think("a", "one", (share) => shares.push(share));
  const second = thinkers.advise("b", "two", (share) => shares.push(share));
  const [worker] = Fake.all as [Fake];
  expect(worker.heard).toEqual([{ kind: "open", base: "https://host/python/", runtime: RUNTIME, helps: false }]);
  worker.say({ kind: "ready" });
  worker.say({ kind: "share", share: 0.5 });
  expect(worker.heard.slice(1)).toEqual([{ kind: "think", question: "one" }]);
  worker.say({ kind: "found", found: "1" });
  expect(await first).toBe("1");
  worker.say({ kind: "share", share: 0.7 });
  worker.say({ kind: "found", found: "2" });
  expect(await second).toBe("2");
  expect(shares).toEqual([0, 0, 0.5, 0.7]);
  expect(worker.heard.slice(2)).toEqual([{ kind: "advise", question: "two" }]);
  expect(Fake.all).toHaveLength(1);
});

test("a review tells what it knows so far before it is found", async () => {
  const thinkers = new Thinkers("https://host/python/", RUNTIME);
  const parts: string[] = [];
  const review = thinkers.review(
    "a",
    "one",
    () => undefined,
    (found) => parts.push(found),
  );
  const [worker] = Fake.all as [Fake];
  worker.say({ kind: "ready" });
  expect(worker.heard.at(-1)).toEqual({ kind: "review", question: "one" });
  worker.say({ kind: "part", found: "half" });
  worker.say({ kind: "found", found: "all" });
  expect(await review).toBe("all");
  expect(parts).toEqual(["half"]);
});

test("a thought that is ended takes its worker along, and what waits goes to the next", async () => {
  const thinkers = new Thinkers("https://host/python/", RUNTIME);
  const first = thinkers.think("a", "one", () => undefined);
  const second = thinkers.think("b", "two", () => undefined);
  const [worker] = Fake.all as [Fake];
  worker.say({ kind: "ready" });
  thinkers.end("a");
  expect(await first).toBeUndefined();
  expect(worker.ended).toBe(true);
  worker.say({ kind: "found", found: "late" });
  const next = Fake.all[1]!;
  next.say({ kind: "ready" });
  expect(next.heard.at(-1)).toEqual({ kind: "think", question: "two" });
  next.say({ kind: "found", found: "2" });
  expect(await second).toBe("2");
});

test("a worker that fails leaves the bots without a thought, and the next question begins another", async () => {
  const thinkers = new Thinkers("https://host/python/", RUNTIME);
  const first = thinkers.think("a", "one", () => undefined);
  Fake.all[0]!.say({ kind: "failed" });
  expect(await first).toBeUndefined();
  void thinkers.advise("b", "two", () => undefined);
  expect(Fake.all).toHaveLength(2);
});
