import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BoardModel } from "../src/board/model";
import type { Annotation, StudyNow } from "../src/protocol";
import { Desk, placeAfter } from "../src/study/desk.svelte";
import { Session } from "../src/table/session.svelte";
import { scene, state } from "./forms";

const study = (more: Partial<StudyNow> = {}): StudyNow => ({
  seat: "",
  title: "",
  notes: [],
  chapters: [],
  shared: false,
  ...more,
});

/** What was sent to be saved, and whether the server is there. */
let sent: [string, Annotation & { whose: string }][];
let kept: StudyNow[];
let writes: string | null;
let up: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, kept, writes, up] = [[], [], "", true];
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    if (!up) return Promise.reject(new TypeError("away"));
    if (method === "GET") return Promise.resolve(new Response(JSON.stringify({ writes, studies: kept })));
    const asked = JSON.parse(body as string) as Annotation & { whose: string };
    sent.push([address.replace("/api/matches/m/study", ""), asked]);
    return Promise.resolve(new Response(JSON.stringify(study({ ...asked, seat: asked.whose }))));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<Desk> {
  const session = new Session("m");
  session.present = new BoardModel(scene());
  session.state = state(null, { plies: 9 });
  const desk = new Desk(session);
  await desk.load();
  session.review.past = { picture: session.state.picture, ply: 4, title: "", prompt: "", boards: 0 };
  return desk;
}

describe("a study", () => {
  test("a comment is saved once, when its writer pauses", async () => {
    const desk = await opened();
    for (const text of ["H", "He", "Here."]) desk.write(text);
    expect(desk.note).toEqual({ ply: 4, text: "Here.", marks: [] });
    expect(desk.unsaved).toBe(true);
    await vi.runAllTimersAsync();
    expect(sent).toEqual([["/notes/4", { text: "Here.", marks: [], whose: "" }]]);
    expect(desk.unsaved).toBe(false);
  });

  test("what could not be saved is saved later", async () => {
    const desk = await opened();
    up = false;
    desk.draw({ at: "a", to: "b" });
    await vi.advanceTimersByTimeAsync(10);
    expect(desk.problem).toContain("Not saved");
    up = true;
    await vi.runAllTimersAsync();
    expect(sent.at(-1)![1].marks).toEqual([{ at: "a", to: "b" }]);
    expect(desk.problem).toBe("");
  });

  test("a mark is removed by drawing it again, and changed by another color", async () => {
    const desk = await opened();
    desk.draw({ at: "a" });
    desk.draw({ at: "a", color: "gold" });
    expect(desk.marks).toEqual([{ at: "a", color: "gold" }]);
    desk.draw({ at: "a", color: "gold" });
    expect(desk.marks).toEqual([]);
    for (let number = 0; number < 40; number++) desk.draw({ at: `${number}` });
    expect(desk.marks).toHaveLength(32);
    expect(desk.problem).toContain("at most 32");
  });

  test("an arrow is drawn by two taps, and a circle by one", async () => {
    const desk = await opened();
    desk.tap("a");
    desk.take("arrow");
    desk.tap("a");
    expect(desk.sketching).toEqual({ at: "a", color: "green" });
    desk.tap("b");
    desk.take("circle");
    desk.tap("a");
    expect(desk.marks).toEqual([
      { at: "a", to: "b", color: "green" },
      { at: "a", color: "green" },
    ]);
    desk.take("erase");
    desk.tap("b");
    expect(desk.marks).toEqual([{ at: "a", color: "green" }]);
  });

  test("chapters are added in the order of the game, and moved", async () => {
    const desk = await opened();
    desk.arrange({ chapters: [7, 2].map((ply) => ({ ply, title: `${ply}` })) });
    desk.addChapter("4");
    expect(desk.study.chapters.map(({ ply }) => ply)).toEqual([7, 2, 4]);
    expect(desk.chapter).toBe(2);
    desk.moveChapter(2, -1);
    desk.removeChapter(0);
    expect(desk.study.chapters.map(({ ply }) => ply)).toEqual([4, 2]);
    expect(placeAfter([], 3)).toBe(0);
  });

  test("one who only reads changes nothing", async () => {
    [writes, kept] = [null, [study({ seat: "red", title: "A plan" })]];
    const desk = await opened();
    expect(desk.study.title).toBe("A plan");
    desk.write("Mine.");
    desk.arrange({ title: "Mine" });
    await vi.runAllTimersAsync();
    expect(sent).toEqual([]);
    expect(desk.study.title).toBe("A plan");
  });

  test("the one who leads tells the latest moment, not each", async () => {
    const desk = await opened();
    const told: unknown[] = [];
    desk.session.link.say = (message) => void told.push(message);
    desk.lead();
    for (const ply of [5, 6, 7]) {
      desk.session.review.past = { ...desk.session.review.past!, ply };
      desk.tellMoment();
    }
    await vi.runAllTimersAsync();
    desk.endLead();
    expect(told).toEqual([{ lead: 4 }, { lead: 7 }, { lead: null }]);
  });
});
