/** Small tables, told in a line. */
import type { Action, Decision, GameInfo, MatchCard, Picture, PieceOnTable, Scene, State, Verb } from "../src/protocol";

/** An action of a text such as "move red-1 b": verb, unit, space. */
export function action(text: string): Action {
  const [verb = "", ...nouns] = text.split(" ");
  const space = nouns.find((noun) => !noun.includes("-"));
  const piece = nouns.find((noun) => noun.includes("-"));
  return { text, verb, label: text, ...(piece && { piece }), ...(space && { space }) };
}

/** A decision about these actions; a verb is "end!" where it ends the step, "yield!!" where it is grave,
 * "buy?" where it is beside the question. */
export function decision(verbs: string[], actions: string[], more: Partial<Decision> = {}): Decision {
  const open = new Set(actions.map((text) => text.split(" ")[0]));
  return {
    seat: "red",
    box: "actions",
    step: "",
    title: "Actions",
    prompt: "What next?",
    help: "",
    clauses: [],
    purse: [],
    actions: actions.map(action),
    verbs: verbs.map((told): Verb => {
      const verb = told.replace(/[!?]+$/, "");
      const weights = { "!!": "grave", "!": "main", "?": "optional" } as const;
      const weight = weights[told.slice(verb.length) as keyof typeof weights] ?? "normal";
      return { verb, title: verb, note: "", cost: "", open: open.has(verb), weight, clauses: [] };
    }),
    ...more,
  };
}

export const picture = (pieces: PieceOnTable[] = [], more: Partial<Picture> = {}): Picture => ({
  turn: 1,
  phase: "",
  step: "",
  headline: "",
  control: {},
  pieces,
  ...more,
});

export const state = (asked: Decision | null, more: Partial<State> = {}): State => ({
  id: "m",
  name: "A game",
  version: 1,
  game: "tiny",
  seats: { red: "human" },
  dice: "seeded",
  over: false,
  result: null,
  picture: picture(),
  decision: asked,
  undo: { free: 0, practice: 0, redo: 0 },
  practice_used: 0,
  plies: 0,
  parts: 0,
  ...more,
});

/** Squares "a", "b", "c" from west to east, 10 board units wide, a counter 2 units. */
export const scene = (more: Partial<Scene> = {}): Scene => ({
  game: "tiny",
  title: "Tiny",
  edition: "second",
  unit: "km",
  notice: "",
  frame: [0, 0, 30, 10],
  counter: { side: 2, gap: 0.2 },
  seats: [{ id: "red", name: "Red", side: "red" }],
  sides: [
    { id: "red", name: "Red", tone: "a" },
    { id: "blue", name: "Blue", tone: "b" },
  ],
  phases: [],
  spaces: ["a", "b", "c"].map((id, index) => ({
    id,
    label: id.toUpperCase(),
    name: `Village ${id}`,
    kind: "area",
    shape: [
      [index * 10, 0],
      [index * 10 + 10, 0],
      [index * 10 + 10, 10],
      [index * 10, 10],
    ],
  })),
  pieces: [],
  ...more,
});

export const game = (more: Partial<GameInfo> = {}): GameInfo => ({
  name: "tiny",
  title: "Tiny",
  blurb: "",
  scale: "",
  hours: "",
  daily: { days: 5, hours: 12 },
  complexity: 0,
  players: 1,
  lessons: [],
  ruled: {},
  secrets: false,
  seats: ["red"],
  editions: ["second", "first"],
  options: [],
  bots: ["random", "stay-put"],
  presets: [],
  edition_docs: {},
  bot_docs: { "stay-put": "Stays where it is." },
  bot_strengths: { random: "not rated yet", "stay-put": "not rated yet" },
  bot_shares: {},
  component_files: [],
  guest: false,
  ...more,
});

export const match = (more: Partial<MatchCard> = {}): MatchCard => ({
  id: "m",
  name: "A game",
  game: "tiny",
  title: "Tiny",
  turn: 1,
  headline: "",
  standing: "",
  over: false,
  result: null,
  updated: "2026-01-01T00:00:00Z",
  created: "2026-01-01T00:00:00Z",
  plies: 3,
  edition: "second",
  options: {},
  dice: "seeded",
  held: false,
  bots: false,
  ...more,
});
