import { beforeEach, expect, test, vi } from "vitest";
import { cores, Crew } from "../src/house/crew";
import type { Found, Question, Rolled } from "../src/house/messages";

const RUNTIME = { name: "python.wasm", whole: 9, packed: 3 };
const ROOT = new Uint8Array([1]);
const PARTS = [new Uint8Array([2]), new Uint8Array([3])];

/** A worker that is told nothing but by the test. */
class Fake {
  static all: Fake[] = [];
  heard: Question[] = [];
  ended = false;
  onmessage: ((event: { data: Found | Rolled }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    Fake.all.push(this);
  }
  postMessage(question: Question): void {
    this.heard.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: Found | Rolled): void {
    this.onmessage?.({ data });
  }
}

const crew = (): Crew => new Crew("https://host/thinker.js", "https://host/python/", RUNTIME);

beforeEach(() => {
  Fake.all = [];
  vi.stubGlobal("Worker", Fake);
  vi.stubGlobal("location", { origin: "https://host", href: "https://host/thinker.js" });
});

test.each([
  [1, 8, 2],
  [2, 8, 2],
  [6, 8, 6],
  [64, 8, 8],
  [8, 2, 2], // a phone with little memory
  [8, 0.5, 2],
  [8, undefined, 4],
])("of %i cores with %s GB, %i workers think together", (hardwareConcurrency, deviceMemory, together) => {
  vi.stubGlobal("navigator", { hardwareConcurrency, deviceMemory });
  expect(cores()).toBe(together);
});

test("workers start with the first search and help when they have loaded", async () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 3 });
  const ours = crew();
  expect(Fake.all).toEqual([]);
  expect(await ours.ready()).toBe(0);
  expect(Fake.all.map(({ heard }) => heard)).toEqual(
    [0, 1].map(() => [{ kind: "open", base: "https://host/python/", runtime: RUNTIME, helps: true }]),
  );
  Fake.all[1]!.say({ kind: "ready" });
  expect(await ours.ready()).toBe(1);
  Fake.all[0]!.say({ kind: "ready" });
  expect(await ours.ready()).toBe(2);
  const played = ours.play(ROOT, PARTS);
  expect(Fake.all.map(({ heard }) => heard[1])).toEqual(PARTS.map((jobs) => ({ kind: "roll", root: ROOT, jobs })));
  Fake.all[1]!.say({ kind: "rolled", found: [0.5] });
  Fake.all[0]!.say({ kind: "rolled", found: [0.25] });
  expect(await played).toEqual([[0.25], [0.5]]);
});

test("a part whose worker fails comes back without results, and the worker is not asked again", async () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 3 });
  const ours = crew();
  await ours.ready();
  for (const worker of Fake.all) worker.say({ kind: "ready" });
  const played = ours.play(ROOT, PARTS);
  Fake.all[0]!.say({ kind: "rolled", found: [1] });
  Fake.all[1]!.onerror!();
  expect(await played).toEqual([[1], undefined]);
  expect(Fake.all[1]!.ended).toBe(true);
  expect(await ours.ready()).toBe(1);
});
