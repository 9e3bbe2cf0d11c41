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

type Asked = Annotation & { whose: string; replaces: Annotation | null };
/** What the server refuses because another page has changed it, and what else its answers contain. */
let refuses: (asked: Asked) => boolean;
let answers: Partial<StudyNow>;
/** What was sent to be saved, and whether the server is there. */
let sent: [string, Asked][];
let kept: StudyNow[];
let writes: string | null;
let up: boolean;
/** What a reading of the studies waits for. */
let read: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, kept, writes, up, refuses, answers, read] = [[], [], "", true, () => false, {}, Promise.resolve()];
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    if (!up) return Promise.reject(new TypeError("away"));
    if (method === "GET") {
      const answer = JSON.stringify({ writes, studies: kept });
      return read.then(() => new Response(answer));
    }
    const asked = JSON.parse(body as string) as Asked;
    if (refuses(asked)) {
      const refused = JSON.stringify({ error: "It was changed.", clauses: [], field: "replaces" });
      return Promise.resolve(new Response(refused, { status: 409 }));
    }
    sent.push([address.replace("/api/matches/m/study", ""), asked]);
    return Promise.resolve(new Response(JSON.stringify(study({ ...asked, seat: asked.whose, ...answers }))));
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
  test("nothing can be written before its moment is on the map", async () => {
    const desk = await opened();
    const { past } = desk.session.review;
    desk.session.review.past = null;
    expect(desk.mayWrite).toBe(false);
    desk.write("Too early.");
    desk.retitle("Too early");
    await vi.runAllTimersAsync();
    expect(sent).toEqual([]);
    desk.session.review.past = past;
    expect(desk.mayWrite).toBe(true);
  });

  test("a file of the game waits until the server has the last words", async () => {
    const desk = await opened();
    desk.retitle("First");
    await vi.advanceTimersByTimeAsync(700);
    desk.write("The last words");
    expect(await desk.finish()).toBe(true);
    expect(sent.at(-1)![1].text).toBe("The last words");
    up = false;
    desk.write("The server is away");
    expect(await desk.finish()).toBe(false);
  });

  test("what is changed keeps its place among the studies", async () => {
    kept = ["", "axis", "soviet"].map((seat) => study({ seat, title: "One" }));
    const desk = await opened();
    desk.retitle("Another");
    await desk.finish();
    expect(desk.authors).toEqual(["", "axis", "soviet"]);
  });

  test("a comment is saved once, when its writer pauses", async () => {
    const desk = await opened();
    for (const text of ["H", "He", "Here."]) desk.write(text);
    expect(desk.note).toEqual({ ply: 4, text: "Here.", marks: [] });
    expect(desk.unsaved).toBe(true);
    await vi.runAllTimersAsync();
    expect(sent).toEqual([["/notes/4", { text: "Here.", marks: [], whose: "", replaces: { ply: 4 } }]]);
    expect(desk.unsaved).toBe(false);
  });

  test("spaces and line breaks before a pause stay in the field, though none are stored", async () => {
    const desk = await opened();
    const stored = study({ title: "My", notes: [{ ply: 4, text: "A pause" }], chapters: [{ ply: 2, title: "One" }] });
    desk.retitle("My ");
    desk.arrange({ chapters: [{ ply: 2, title: "One " }] });
    for (const text of ["A pause ", "A pause\n\n"]) {
      desk.write(text);
      answers = stored;
      kept = [stored];
      await vi.runAllTimersAsync();
      await desk.load(); // the server also tells this page that the study has changed
      expect([desk.study.title, desk.note?.text]).toEqual(["My ", text]);
      expect(desk.study.chapters).toEqual([{ ply: 2, title: "One " }]);
    }
    desk.write("A pause then more");
    await vi.runAllTimersAsync();
    expect(sent.at(-1)![1]).toMatchObject({ text: "A pause then more", replaces: { text: "A pause" } });
    kept = [study({ notes: [{ ply: 4, text: "Theirs" }] })];
    await desk.load();
    expect([desk.study.title, desk.note?.text]).toEqual(["", "Theirs"]);
  });

  test("whoever follows and writes stays at that moment", async () => {
    const desk = await opened();
    desk.session.lead = { seat: "", ply: 4 };
    desk.write("Here");
    expect(desk.following).toBe(false);
  });

  test("what another page has changed is replaced only if the player says so", async () => {
    kept = [study({ notes: [{ ply: 4, text: "First." }] })];
    const desk = await opened();
    refuses = (asked) => asked.replaces?.text === "First.";
    desk.write("Mine.");
    await vi.runAllTimersAsync();
    expect(desk.elsewhere).toHaveLength(1);
    expect([desk.problem, desk.unsaved]).toEqual(["It was changed.", true]);
    kept = [study({ notes: [{ ply: 4, text: "Theirs." }] })];
    await desk.load(); // the other page is told, and this one keeps its words
    expect(desk.note?.text).toBe("Mine.");
    desk.mine();
    await vi.runAllTimersAsync();
    expect(sent.at(-1)![1]).toMatchObject({ text: "Mine.", replaces: null });
    expect([desk.elsewhere, desk.unsaved, desk.problem]).toEqual([[], false, ""]);
    kept = [study({ notes: [{ ply: 4, text: "Theirs." }] })];
    refuses = () => true;
    desk.write("Mine again.");
    await vi.runAllTimersAsync();
    await desk.theirs();
    expect([desk.note?.text, desk.unsaved, desk.problem]).toEqual(["Theirs.", false, ""]);
  });

  test.each([false, true])("a save without an answer is nobody else's (the page is left: %s)", async (left) => {
    const desk = await opened();
    const { fetch } = globalThis;
    let there = "";
    let answered = false;
    refuses = ({ replaces, text }) => replaces !== null && (replaces.text ?? "") !== there && text !== there;
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      const { text = "" } = JSON.parse(init.body as string) as Asked;
      answers = { notes: [{ ply: 4, text }] };
      const answer = await fetch(address, init);
      if (answer.ok) there = text;
      if (!answered) throw new TypeError("away");
      return answer;
    });
    desk.write("Mine.");
    await vi.advanceTimersByTimeAsync(1000);
    expect([there, desk.unsaved]).toEqual(["Mine.", true]);
    desk.write("Mine, and more.");
    answered = true;
    await (left ? desk.leave() : vi.runAllTimersAsync());
    expect([there, desk.note?.text]).toEqual(["Mine, and more.", "Mine, and more."]);
    expect([desk.elsewhere, desk.unsaved, desk.problem]).toEqual([[], false, ""]);
  });

  test("words that are typed while others are saved replace no later ones", async () => {
    const desk = await opened();
    desk.arrange({ title: "T" });
    desk.write("Mine.");
    await vi.advanceTimersByTimeAsync(10); // the answer has a note of another page
    answers = { notes: [{ ply: 4, text: "Theirs." }] };
    desk.arrange({ title: "Title" });
    await vi.runAllTimersAsync();
    expect(sent.at(-1)![1]).toMatchObject({ text: "Mine.", replaces: { ply: 4 } });
  });

  test("what is drawn and saved while the studies are being read is kept", async () => {
    const desk = await opened();
    let go = (): void => undefined;
    read = new Promise((resolve) => (go = resolve));
    const loads = desk.load(); // its answer is from before the mark
    desk.draw({ at: "a", color: "green" });
    await vi.runAllTimersAsync();
    expect(desk.unsaved).toBe(false);
    kept = [study({ notes: [{ ply: 4, marks: [{ at: "a", color: "green" }] }] })];
    go();
    await loads;
    expect(desk.marks).toEqual([{ at: "a", color: "green" }]);
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

  test("what could not be saved is also saved later if the page is closed", async () => {
    const desk = await opened();
    up = false;
    desk.write("Here.");
    desk.close();
    await vi.advanceTimersByTimeAsync(10_000);
    up = true;
    await vi.runAllTimersAsync();
    expect(sent.at(-1)![1]).toMatchObject({ text: "Here." });
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
