import { flushSync, mount } from "svelte";
import { beforeEach, expect, it } from "vitest";
import type { Cited, Clause, GameOption } from "../src/protocol";
import Rulebook from "../src/side/rules/Rulebook.svelte";
import { words } from "../src/words/side";

beforeEach(() => document.body.replaceChildren());

const clause = (id: string, where: string, ...cited: Cited[]): Clause => ({
  id,
  section: "Movement",
  text: "A unit moves once.",
  ruling: "",
  edition: "",
  optional: "",
  grade: "",
  where,
  options: [],
  cited,
});

/** The fold of a clause that says where it is carried out. */
function fold(id: string): HTMLDetailsElement | null {
  return document.querySelector(`[data-clause="${id}"] details`);
}

it("says in a fold where a clause is carried out", () => {
  const rules = [
    clause("XYZ-01", "", { file: "movement.py", line: 12, name: "steps" }, { file: "zones.py", line: 7, name: "stop" }),
    clause("XYZ-02", "The map: data/map.toml."),
    clause("XYZ-03", ""),
  ];
  mount(Rulebook, { target: document.body, props: { rules } });
  flushSync();
  expect(fold("XYZ-01")?.open).toBe(false);
  expect(fold("XYZ-01")?.querySelector("summary")?.textContent).toBe(words.inTheCode);
  const places = [...fold("XYZ-01")!.querySelectorAll("li")].map((place) => place.textContent);
  expect(places).toEqual(["movement.py:12 steps", "zones.py:7 stop"]);
  expect(fold("XYZ-02")?.querySelector("p")?.textContent).toBe("The map: data/map.toml.");
  expect(fold("XYZ-03")).toBeNull();
});

const option = (name: string, choices: string[], labels: string[]): GameOption => ({
  name,
  type: choices.length ? "word" : "bool",
  default: choices[0] ?? false,
  choices,
  title: name.toUpperCase(),
  doc: "",
  group: "",
  labels,
  clauses: [],
});

it("names the options of a clause, and the value that a match is played with", () => {
  const pace = option("pace", ["walk", "run"], ["walking", "running"]);
  const side = option("side", ["rules", "player"], ["the rules", "a player"]);
  const rules = [
    { ...clause("XYZ-01", ""), options: ["pace"] },
    { ...clause("XYZ-02", ""), optional: "side", options: ["side"] },
  ];
  const values = new Map([
    ["pace", "run"],
    ["side", "player"],
  ]);
  mount(Rulebook, { target: document.body, props: { rules, options: [pace, side], values } });
  flushSync();
  const shown = document.querySelector('[data-clause="XYZ-01"] [data-option="pace"]')!;
  expect(shown.textContent?.replace(/\s+/g, " ").trim()).toBe("Option “PACE”: walking; running.");
  expect(shown.querySelector(".played")?.textContent).toBe("running");
  const told = document.querySelector('[data-clause="XYZ-02"]')!;
  expect(told.textContent).toContain("Optional rule “SIDE”, used in this match.");
  expect(told.querySelector("[data-option]")).toBeNull();
});

it("shows what is sought from its beginning, and says where nothing is found", () => {
  mount(Rulebook, { target: document.body, props: { rules: [clause("XYZ-01", ""), clause("XYZ-02", "")] } });
  flushSync();
  const body = document.querySelector<HTMLElement>(".body")!;
  const search = document.querySelector<HTMLInputElement>('[type="search"]')!;
  const type = (text: string): void => {
    body.scrollTop = 500;
    search.value = text;
    search.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(body.scrollTop).toBe(0);
  };
  type("xyz-02");
  expect([...body.querySelectorAll("[data-clause] .id")].map((one) => one.textContent)).toEqual(["XYZ-02"]);
  expect(document.querySelector('[role="status"]')?.textContent).toBe("1 of 2 clauses");
  type("airship");
  expect(document.querySelector('[role="status"]')?.textContent).toMatch(/No clause contains all of these words/);
});
