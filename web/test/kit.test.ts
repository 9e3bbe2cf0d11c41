import { flushSync, mount, unmount, createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Button from "../src/kit/Button.svelte";
import Chip from "../src/kit/Chip.svelte";
import Field from "../src/kit/Field.svelte";
import Note from "../src/kit/Note.svelte";
import Panel from "../src/kit/Panel.svelte";
import Tabs from "../src/kit/Tabs.svelte";

const said = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));
let mounted: Record<string, unknown> | undefined;

beforeEach(() => (document.body.innerHTML = ""));
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
});

test("a button passes on what it does not know, and sends no form by itself", () => {
  const onclick = vi.fn();
  mounted = mount(Button, {
    target: document.body,
    props: {
      size: "tall",
      grave: true,
      class: "mine",
      onclick,
      "data-undo": "",
      "aria-label": "Undo",
      children: said("Z"),
    },
  });
  flushSync();
  const button = document.querySelector("button")!;
  expect(button.type).toBe("button");
  expect(button.className.split(" ").sort()).toEqual(["grave", "mine", "push", "tall"]);
  expect(button.getAttribute("data-undo")).toBe("");
  expect(button.getAttribute("aria-label")).toBe("Undo");
  button.click();
  expect(onclick).toHaveBeenCalledOnce();
});

test("a button with an address is a link, and one that sends a form says so", () => {
  mounted = mount(Button, { target: document.body, props: { kind: "main", href: "#/", children: said("Games") } });
  flushSync();
  const link = document.querySelector("a")!;
  expect(link.getAttribute("href")).toBe("#/");
  expect(link.hasAttribute("type")).toBe(false);
  expect(document.querySelector("button")).toBeNull();
  void unmount(mounted);
  mounted = mount(Button, { target: document.body, props: { type: "submit", children: said("Send") } });
  flushSync();
  expect(document.querySelector("button")!.type).toBe("submit");
});

test("a chip says whether it is on, and a link whether its page is open", () => {
  mounted = mount(Chip, { target: document.body, props: { pressed: false, children: said("All") } });
  flushSync();
  expect(document.querySelector("button")!.getAttribute("aria-pressed")).toBe("false");
  void unmount(mounted);
  mounted = mount(Chip, { target: document.body, props: { pressed: true, href: "#/", children: said("All") } });
  flushSync();
  expect(document.querySelector("a")!.getAttribute("aria-current")).toBe("true");
});

test("a note keeps its role, and a panel closes by the button beside its title", () => {
  mounted = mount(Note, { target: document.body, props: { role: "alert", children: said("No") } });
  flushSync();
  expect(document.querySelector('[role="alert"]')!.textContent).toBe("No");
  void unmount(mounted);
  const onclose = vi.fn();
  mounted = mount(Panel, {
    target: document.body,
    props: { title: "People", onclose, closing: "Close", "aria-label": "People here", children: said("Blue") },
  });
  flushSync();
  expect(document.querySelector("section")!.getAttribute("aria-label")).toBe("People here");
  expect(document.querySelector("h2")!.textContent).toBe("People");
  document.querySelector("button")!.click();
  expect(onclose).toHaveBeenCalledOnce();
});

/** What is pressed but looks like no button: arrows over the map, entries of the log, units and boxes, clocks, pictures
 * of games, and rows of a table; and what is held down, on the curtain. */
const APART = [
  "board/hand/Beyond.svelte",
  "club/Pills.svelte",
  "club/PlayNow.svelte",
  "club/Profile.svelte",
  "seats/Curtain.svelte",
  "side/log/Log.svelte",
  "side/question/Activation.svelte",
  "side/question/Tray.svelte",
  "tracks/Places.svelte",
];

test("every other button comes from the kit", () => {
  const sources = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });
  const raw = Object.keys(sources)
    .filter((path) => sources[path]!.includes("<button"))
    .map((path) => path.replace("../src/", ""))
    .filter((path) => !path.startsWith("kit/"));
  expect(raw.sort()).toEqual(APART);
});

test("of tabs one is pressed, and each keeps its hook", () => {
  const onpick = vi.fn();
  const tabs = [
    { id: "map", title: "Map", "data-tab": "map" },
    { id: "cards", title: "Cards", "data-tab": "cards", disabled: true },
  ];
  mounted = mount(Tabs, {
    target: document.body,
    props: {
      look: "switch",
      tabs,
      now: "map",
      onpick,
      "aria-label": "Pages",
    },
  });
  flushSync();
  const group = document.querySelector('[role="group"]')!;
  expect(group.getAttribute("aria-label")).toBe("Pages");
  const [map, cards] = [...group.querySelectorAll("button")];
  expect([map!.getAttribute("aria-pressed"), cards!.getAttribute("aria-pressed")]).toEqual(["true", "false"]);
  expect(cards!.dataset.tab).toBe("cards");
  expect(cards!.disabled).toBe(true);
  map!.click();
  expect(onpick).toHaveBeenCalledExactlyOnceWith("map");
});

test("a field names its control, and a tick stands before its name", () => {
  const tick = createRawSnippet(() => ({ render: () => '<input type="checkbox">' }));
  mounted = mount(Field, { target: document.body, props: { name: "Hide counters", look: "tick", children: tick } });
  flushSync();
  const label = document.querySelector("label")!;
  expect(label.querySelector("input")?.type).toBe("checkbox");
  expect([...label.children].map(({ tagName }) => tagName)).toEqual(["INPUT", "SPAN"]);
  expect(label.textContent).toBe("Hide counters");
});

test("no width includes the scroll bar of the page, which 100vw does", () => {
  const styles = import.meta.glob<string>("../src/**/*.{svelte,css}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(styles).filter((path) => styles[path]!.includes("100vw"))).toEqual([]);
});
