import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Decision, State } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { handleKey, type KeyTargets } from "../src/table/keys";
import { Session } from "../src/table/session.svelte";
import { decision, picture, state } from "./forms";

const QUESTION = decision(["move", "rest", "end!", "yield!!"], ["move red-1 b", "rest", "end", "yield"]);

/** What was asked of the server: the end of the address, and the body. */
let sent: [string, unknown][];

function table(asked: Decision, more: Partial<State> = {}): Session {
  const session = new Session("m");
  session.state = state(asked, { version: 5, ...more });
  session.choosing.ask(asked);
  session.playback.rest(session.state.picture);
  return session;
}

function targets(): KeyTargets {
  return {
    shut: vi.fn(() => false),
    escape: vi.fn(() => true),
    fit: vi.fn(),
    zoom: vi.fn(),
    focusBoard: vi.fn(),
    unit: vi.fn(),
    help: vi.fn(),
    counters: vi.fn(),
    step: vi.fn(),
    lesson: vi.fn(),
  };
}

/** Presses a key at the table; returns whether the browser's own answer to it was held back. */
function press(session: Session, key: string, to = targets(), at: Element = document.body, more = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  const listener = (pressed: Event): void => handleKey(pressed as KeyboardEvent, session, to);
  addEventListener("keydown", listener);
  at.dispatchEvent(event);
  removeEventListener("keydown", listener);
  return event.defaultPrevented;
}

beforeEach(() => {
  settings.speed = "off";
  sent = [];
  document.body.innerHTML = "";
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit) => {
    sent.push([address.replace("/api/matches/m/", ""), JSON.parse(body as string)]);
    const answer = address.endsWith("/why")
      ? { reasons: [{ text: "No." }] }
      : address.endsWith("/hint")
        ? { text: "rest", label: "Rest", why: "" }
        : state(QUESTION, { version: 6, events: [] });
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});

describe("the keys of a decision", () => {
  test("while the board of a new game is set up, a key only skips to its first question", async () => {
    settings.speed = "normal";
    const session = table(QUESTION);
    session.beginning = true;
    const shown = session.playback.play(
      [{ kind: "card", ply: 0, deck: "d", card: 1, line: "" }],
      session.state!.picture,
    );
    expect(press(session, "2")).toBe(true);
    await shown;
    expect([session.playback.running, sent]).toEqual([false, []]);
  });

  test("a bot's advice is asked for on one's own question alone", () => {
    press(table(QUESTION), "i");
    expect(sent.map(([to]) => to)).toEqual(["hint"]);
    sent = [];
    press(table(QUESTION, { seats: { [QUESTION.seat]: "staff" } }), "i");
    expect(sent).toEqual([]);
  });

  test("a figure presses the verb of that number", () => {
    press(table(QUESTION), "2");
    expect(sent).toEqual([["actions", { text: "rest", version: 5 }]]);
    const session = table(QUESTION);
    press(session, "1");
    expect(session.choosing.verb).toBe("move");
    expect(sent).toHaveLength(1);
  });

  test("where a few choices are cards, a figure presses a card", () => {
    const few = decision(["pay", "lend"], ["pay 1", "pay 2", "lend 3"]);
    press(table(few), "2");
    expect(sent).toEqual([["actions", { text: "pay 2", version: 5 }]]);
  });

  test("E ends the step", () => {
    press(table(QUESTION), "e");
    expect(sent).toEqual([["actions", { text: "end", version: 5 }]]);
  });

  test("what is grave is asked about once more; the broad button has no figure", () => {
    const session = table(QUESTION);
    press(session, "3");
    expect(session.card).toMatchObject({ kind: "confirm", action: { text: "yield" } });
    expect(sent).toEqual([]);
  });

  test("Z takes back, with Shift it plays again", async () => {
    const session = table(QUESTION, { undo: { free: 1, practice: 1, redo: 1 } });
    press(session, "z");
    await vi.waitFor(() => expect(session.busy).toBe(false));
    expect(sent[0]).toEqual(["undo", { version: 5, practice: false }]);
    const other = table(QUESTION, { undo: { free: 1, practice: 1, redo: 1 } });
    press(other, "Z", targets(), document.body, { shiftKey: true });
    expect(sent.at(-1)).toEqual(["redo", { version: 5 }]);
  });

  test("L opens and closes the list, R the rules", () => {
    const session = table(QUESTION);
    press(session, "l");
    press(session, "r");
    expect([session.listOpen, session.rulesOpen]).toEqual([true, true]);
    press(session, "l");
    expect(session.listOpen).toBe(false);
  });

  test("a figure is the face of a die that is typed in", () => {
    const die = decision([], ["die 3", "die 4"], { seat: "chance", chance: { kind: "die", faces: 6 } });
    press(table(die), "4");
    expect(sent).toEqual([["actions", { text: "die 4", version: 5 }]]);
  });
});

describe("why not?", () => {
  test("the question mark asks about what has the focus", () => {
    document.body.innerHTML = '<button data-piece="red-1">1</button>';
    document.querySelector("button")!.focus();
    press(table(QUESTION), "?");
    expect(sent).toEqual([["why", { piece: "red-1" }]]);
  });

  test("with nothing pointed at it says how to ask", () => {
    const session = table(QUESTION);
    press(session, "?");
    expect(session.card?.title).toBe("Point at something first");
    expect(sent).toEqual([]);
  });
});

describe("the keys of the map", () => {
  test("F and 0 show all of it, + and - come closer and go away", () => {
    const to = targets();
    for (const key of ["f", "0", "+", "=", "-"]) press(table(QUESTION), key, to);
    expect(to.fit).toHaveBeenCalledTimes(2);
    expect(vi.mocked(to.zoom).mock.calls.map(([factor]) => factor > 1)).toEqual([true, true, false]);
  });

  test("U leads to the next unit that may be chosen, with Shift to the one before", () => {
    const to = targets();
    press(table(QUESTION), "u", to);
    press(table(QUESTION), "U", to, document.body, { shiftKey: true });
    expect(vi.mocked(to.unit).mock.calls).toEqual([[1], [-1]]);
  });

  test("an arrow leads to the map, unless something else has the focus and the arrow with it", () => {
    document.body.innerHTML = '<div tabindex="0"></div>';
    const to = targets();
    press(table(QUESTION), "ArrowLeft", to);
    expect(press(table(QUESTION), "ArrowLeft", to, document.querySelector("div")!)).toBe(false);
    expect(to.focusBoard).toHaveBeenCalledTimes(1);
  });

  test("in an earlier moment the arrows walk through time", () => {
    const to = targets();
    const session = table(QUESTION);
    session.review.past = { picture: picture(), ply: 3, title: "", prompt: "" };
    press(session, "ArrowLeft", to);
    press(session, "ArrowRight", to);
    expect(vi.mocked(to.step).mock.calls).toEqual([[-1], [1]]);
    expect(to.focusBoard).not.toHaveBeenCalled();
  });
});

describe("keys that are not the table's", () => {
  test("while something is typed only Escape is heard", () => {
    document.body.innerHTML = "<input />";
    const [to, field] = [targets(), document.querySelector("input")!];
    expect(press(table(QUESTION), "e", to, field)).toBe(false);
    expect(sent).toEqual([]);
    press(table(QUESTION), "Escape", to, field);
    expect(to.escape).toHaveBeenCalledTimes(1);
  });

  test("the browser's own combinations are left to it", () => {
    for (const held of ["ctrlKey", "metaKey", "altKey"]) {
      expect(press(table(QUESTION), "r", targets(), document.body, { [held]: true })).toBe(false);
    }
  });

  test("a key that means nothing is left to the browser", () => {
    expect(press(table(QUESTION), "q")).toBe(false);
  });
});

test("Escape closes the menu first, also during the film and out of a field", async () => {
  settings.speed = "normal";
  const session = table(QUESTION);
  const shown = session.playback.play([{ kind: "card", ply: 0, deck: "d", card: 1, line: "" }], session.state!.picture);
  document.body.innerHTML = "<input />";
  for (const at of [document.body, document.querySelector("input")!]) {
    const to = { ...targets(), shut: vi.fn(() => true) };
    expect(press(session, "Escape", to, at)).toBe(true);
    expect(to.shut).toHaveBeenCalledTimes(1);
    expect(to.escape).not.toHaveBeenCalled();
  }
  expect(session.playback.running).toBe(true);
  press(session, "Escape");
  await shown;
});

test("a key during the film skips it; Enter does no more than that", () => {
  settings.speed = "normal";
  const session = table(QUESTION);
  void session.playback.play([{ kind: "card", ply: 1, deck: "events", card: 1, line: "" }], picture());
  expect(session.playback.running).toBe(true);
  expect(press(session, "Enter")).toBe(true);
  expect(sent).toEqual([]);
});
