import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BoardModel } from "../src/board/model";
import { Desk, type SheetParts } from "../src/orders/desk.svelte";
import { handleKey } from "../src/orders/keys";
import type { Forecast, OrderField, Orders, OrderSheet } from "../src/orders/forms";
import { settings } from "../src/settings.svelte";
import type { KeyTargets } from "../src/table/keys";
import { Session } from "../src/table/session.svelte";
import { decision, scene, state } from "./forms";

const field = (name: string, more: Partial<OrderField>): OrderField => ({
  name,
  title: name,
  meaning: "",
  clauses: [],
  kind: "number",
  default: 0,
  ...more,
});
const FIELDS = [
  field("take", { kind: "spaces", default: [], most: 2 }),
  field("line", { kind: "line", default: [] }),
  field("stand", { kind: "stand", default: [] }),
  field("least", { least: 0, most: 100 }),
];
const sheet = (orders: Orders = {}, more: Partial<OrderSheet> = {}): OrderSheet => ({
  seat: "red",
  turn: "July",
  fields: FIELDS,
  orders,
  before: {},
  objections: [],
  parts: [],
  plans: [],
  by_hand: {},
  stop: null,
  carrying: false,
  report: [],
  ...more,
});
const forecast = (plays: number): Forecast => ({
  sentence: "Red takes b.",
  arrows: [],
  battles: [],
  chances: [],
  costs: [],
  plays,
  of: plays,
  objections: [],
});
const STOP = { field: "least", text: "The odds fell to 1-1." };
const KEPT = { field: "take", state: "kept", text: "b is taken" } as const;

/** What was asked of the server, and whether it answers about forecasts. */
let sent: [string, string, { plays?: number } | undefined][];
let answered: boolean;

function server(answers: Record<string, unknown> = {}): void {
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    const what = address.replace("/api/matches/m", "");
    const asked = body === undefined ? undefined : (JSON.parse(body as string) as { plays?: number });
    sent.push([method ?? "GET", what, asked]);
    if (what === "/orders/preview" && !answered) return new Promise(() => undefined);
    const found =
      answers[what] ?? (what === "/orders/preview" ? forecast(asked?.plays ?? 0) : what === "" ? now() : sheet());
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
}

const asked = decision(["move"], ["move red-1 b"]);
const now = (more = {}) => state(asked, { version: 5, command: { carrying: false, stop: null, report: [] }, ...more });

async function desk(more = {}, opened = true): Promise<Desk> {
  const session = new Session("m");
  session.present = new BoardModel(scene());
  session.state = now(more);
  session.choosing.ask(asked);
  session.playback.rest(session.state.picture);
  const found = new Desk(session, () => Promise.resolve({} as SheetParts));
  if (opened) await found.begin();
  return found;
}
const asks = (what: string): unknown[] => sent.filter(([, address]) => address === what).map(([, , body]) => body);

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = "off";
  sessionStorage.clear();
  sent = [];
  answered = true;
  server();
});
afterEach(() => vi.useRealTimers());

describe("the sheet", () => {
  test("opens with the last orders, and keeps what the player changes over a reload", async () => {
    server({ "/orders": sheet({ least: 30 }, { before: { least: 30 } }) });
    const first = await desk();
    expect([first.open, first.orders, first.changes.size]).toEqual([true, { least: 30 }, 0]);
    first.set(FIELDS[3]!, 60);
    expect([...first.changes]).toEqual(["least"]);
    const again = await desk();
    expect(again.orders).toEqual({ least: 60 });
    again.undo();
    again.resetAll();
    expect(again.orders).toEqual({});
    again.undo();
    expect(again.orders).toEqual({ least: 60 });
  });

  test("is offered to the player who decides for a seat that takes orders", async () => {
    expect((await desk({}, false)).offered).toBe(true);
    expect((await desk({ command: null }, false)).offered).toBe(false);
    expect((await desk({ seats: { red: "staff" } }, false)).offered).toBe(false);
    expect((await desk({ command: { carrying: true, stop: null, report: [] } }, false)).offered).toBe(false);
  });

  test("closes when another seat is to decide", async () => {
    const found = await desk();
    expect(found.session.drafting).toBe(found);
    found.session.state = now({ seats: { red: "staff" } });
    found.look();
    expect([found.open, found.session.drafting]).toEqual([false, null]);
  });

  test("takes the change that cures an objection", async () => {
    const found = await desk();
    found.set(FIELDS[3]!, 90);
    found.cure({ field: "least", text: "too high", clauses: [], cure: { least: 0, take: ["a"] } });
    expect(found.orders).toEqual({ take: ["a"] });
  });
});

describe("the forecast", () => {
  test("is asked for once changes have settled, first with few plays", async () => {
    const found = await desk();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asks("/orders/preview")).toMatchObject([0, 30, 200].map((plays) => ({ plays })));
    sent = [];
    found.set(FIELDS[3]!, 10);
    found.set(FIELDS[3]!, 20);
    expect([found.stale, found.thinking, sent.length]).toEqual([true, true, 0]);
    await vi.advanceTimersByTimeAsync(299);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    const orders = { least: 20 };
    expect(asks("/orders/preview")).toEqual([30, 200].map((plays) => ({ version: 5, orders, plays })));
    expect([found.stale, found.thinking, found.forecast?.plays]).toEqual([false, false, 200]);
    expect(found.spoken).toBe("Red takes b.");
  });

  test("counts the plays of the request under way", async () => {
    const found = await desk();
    answered = false;
    await vi.advanceTimersByTimeAsync(1000);
    const counted = asks("/orders/preview").map((body) => (body as { plays: number }).plays / 2);
    found.session.thought = 0.5;
    expect(found.plays).toBe(counted.at(-1));
  });

  test("stops with what is known", async () => {
    const found = await desk();
    await vi.advanceTimersByTimeAsync(0);
    answered = false;
    found.set(FIELDS[3]!, 10);
    await vi.advanceTimersByTimeAsync(400);
    expect(found.thinking).toBe(true);
    found.endForecast();
    await vi.advanceTimersByTimeAsync(5000);
    expect([found.thinking, found.stale, found.forecast?.plays]).toEqual([false, true, 200]);
  });
});

describe("the map", () => {
  test("fills the field that is aimed at, and takes spaces off it", async () => {
    const found = await desk();
    found.tap("a");
    expect(found.orders).toEqual({});
    found.aimAt(FIELDS[0]!);
    found.tap("a");
    found.tap("b");
    found.tap("c");
    expect(found.orders).toEqual({ take: ["a", "b"] });
    expect(found.problem).toContain("2 places");
    found.tap("a");
    expect(found.orders).toEqual({ take: ["b"] });
    found.take("erase");
    found.tap("b");
    expect(found.orders).toEqual({});
  });

  test("draws an arrow and a line between two spaces that are chosen", async () => {
    const found = await desk();
    expect(found.tools).toEqual(["arrow", "line", "stand", "erase"]);
    found.take("arrow");
    found.tap("a");
    expect(found.tracing).toEqual(["a"]);
    found.tap("b");
    expect([found.orders, found.arrows]).toEqual([{ take: ["b"] }, [{ kind: "attack", from: "a", to: "b" }]]);
    found.take("line");
    found.tap("a");
    found.tap("c");
    expect(found.orders.line).toEqual(["a", "b", "c"]);
    found.take("stand");
    found.tap("c");
    expect(found.orders.stand).toEqual(["c"]);
  });

  test("draws along a drag, and its click means nothing", async () => {
    const found = await desk();
    const board = { setPointerCapture: vi.fn() } as unknown as HTMLElement;
    const pointer = (x: number): PointerEvent =>
      ({ pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: 0 }) as PointerEvent;
    found.take("line");
    found.press(pointer(0), board, "a");
    expect(found.holds).toBe(true);
    found.move(pointer(20), "b");
    found.move(pointer(40), "c");
    expect(found.tracing).toEqual(["a", "b", "c"]);
    found.drop(pointer(40));
    found.tap("c");
    expect([found.orders, found.start, found.holds]).toEqual([{ line: ["a", "b", "c"] }, null, false]);
    found.press(pointer(0), board, "a");
    found.move(pointer(20), "b");
    expect([found.cancel(), found.orders.line]).toEqual([true, ["a", "b", "c"]]);
  });
});

describe("the staff", () => {
  test("gets the orders, and carries them out at the version that the player sees", async () => {
    const found = await desk();
    found.set(FIELDS[3]!, 40);
    await found.carryOut();
    expect(asks("/orders").at(-1)).toEqual({ version: 5, orders: { least: 40 } });
    expect(asks("/orders/carry")).toEqual([{ version: 5, go_on: [] }]);
    expect(found.open).toBe(false);
  });

  test("stops for the player, who lets it go on or plays by hand", async () => {
    const found = await desk({ command: { carrying: false, stop: STOP, report: [] } }, false);
    expect(found.stop).toEqual(STOP);
    await found.goOn();
    expect(asks("/orders/carry")).toEqual([{ version: 5, go_on: ["least"] }]);
    found.byHand();
    expect(found.stop).toBeNull();
    expect((await desk({ command: { carrying: false, stop: STOP, report: [] } }, false)).stop).toBeNull();
  });

  test("reports until the player goes on", async () => {
    const situation = { heading: "They gave ground.", sentences: [], orders: [KEPT] };
    server({ "/situation": situation });
    const found = await desk({ command: { carrying: false, stop: null, report: [KEPT] } }, false);
    found.look();
    await vi.advanceTimersByTimeAsync(10);
    expect([found.report, found.situation]).toEqual([[KEPT], situation]);
    await found.sameAgain();
    expect(asks("/orders/carry")).toHaveLength(1);
    expect(asks("/orders").filter((given) => given !== undefined)).toEqual([]);
    expect(found.report).toBeNull();
  });
});

describe("keys", () => {
  const targets = (): KeyTargets & { again: () => void } =>
    ({ shut: () => false, fit: vi.fn(), zoom: vi.fn(), focusBoard: vi.fn(), again: vi.fn() }) as never;
  const press = (found: Desk, key: string, to = targets()): boolean =>
    handleKey(new KeyboardEvent("keydown", { key, cancelable: true }), found, to);

  test("open and close the sheet, and hold back the table's while it is open", async () => {
    const found = await desk({}, false);
    expect([press(found, "e"), press(found, "o")]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(10);
    expect(found.open).toBe(true);
    expect([press(found, "e"), found.open]).toEqual([true, true]);
    press(found, "a");
    expect(found.tool).toBe("arrow");
    press(found, "Escape");
    expect([found.tool, found.open]).toEqual([null, true]);
    found.set(FIELDS[3]!, 10);
    press(found, "z");
    expect(found.orders).toEqual({});
    press(found, "Escape");
    expect(found.open).toBe(false);
  });

  test("answer a stop, show the enemy's turn again, and stop the staff", async () => {
    const stopped = await desk({ command: { carrying: false, stop: STOP, report: [] } }, false);
    press(stopped, "2");
    expect(stopped.stop).toBeNull();
    const to = targets();
    press(await desk({ command: { carrying: false, stop: null, report: [KEPT] } }, false), "t", to);
    expect(to.again).toHaveBeenCalledOnce();
    server({ "/orders/carry": now() });
    press(await desk({ command: { carrying: true, stop: null, report: [] } }, false), "Escape");
    expect(sent.at(-1)!.slice(0, 2)).toEqual(["DELETE", "/orders/carry"]);
  });
});
