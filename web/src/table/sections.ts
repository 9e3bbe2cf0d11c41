import type { GameEvent, Phase, Roll, Scene, StepLine, Volley } from "../protocol";

/** What is fought, or carried out by the rules, in one go, according to its events. */
export interface Section {
  phase: Phase;
  /** Its subject, in words. */
  title: string;
  spaces: string[];
  events: GameEvent[];
  /** The place of its last event in the log. */
  last: number;
}

/** A step of a fight. */
export interface Stage {
  step: StepLine;
  state: "done" | "now" | "next" | "skipped";
  /** Why nothing was done in it. */
  why: string;
}

/** A piece of a fight: the steps that it had when it was revealed, and those that it has now. */
export interface Fighter {
  id: string;
  before: number;
  now: number;
}

/** Dice, or none, and what was said about them afterwards. */
export interface Passage {
  dice: Volley | Roll | null;
  told: GameEvent[];
}

/** A die that was placed on a space and is resolved in its turn, the lowest first. */
export interface Laid {
  roll: Roll;
  space: string;
  value: number;
  state: "done" | "now" | "left";
  told: GameEvent[];
}

/** The sections of the turn in which the events from `from` on begin, in order. */
export function sections(scene: Scene, log: GameEvent[], from: number): Section[] {
  const phases = new Map<string, Phase>();
  for (const phase of scene.phases) if (phase.panel) for (const step of phase.steps) phases.set(step.id, phase);
  if (phases.size === 0 || log.length === 0) return [];
  const turn = log[Math.min(from, log.length - 1)]!.turn;
  const found: Section[] = [];
  const open: { fight?: Section; procedure?: Section } = {};
  for (let index = log.findIndex((event) => event.turn === turn); index < log.length; index++) {
    const event = log[index]!;
    const phase = phases.get(event.step ?? "");
    if (!phase || event.turn !== turn) {
      open.fight = open.procedure = undefined;
      continue;
    }
    const kind = phase.panel as "fight" | "procedure";
    const begins = event.kind === "step" && event.step === phase.steps[0]?.id;
    let section = begins ? undefined : open[kind];
    if (!section) {
      section = { phase, title: phase.title, spaces: [], events: [], last: index };
      found.push(section);
      open[kind] = section;
    }
    if (kind === "procedure") open.fight = undefined;
    else if (section.title === phase.title && event.kind === "note" && event.spaces?.length) {
      section.title = (event.text ?? "").replace(/\.$/, "");
      section.spaces = event.spaces;
    }
    section.events.push(event);
    section.last = index;
  }
  return found;
}

/** How far a fight has come. `over`: something else has begun since. */
export function stages({ phase, events }: Section, over: boolean): Stage[] {
  const reached = new Map(events.flatMap((event) => (event.kind === "step" ? [[event.step, event]] : [])));
  const last = [...reached.keys()].at(-1);
  return phase.steps.map((step) => {
    const event = reached.get(step.id);
    const why = event?.skipped ?? "";
    const now = step.id === last && !over;
    return { step, why, state: !event ? "next" : why ? "skipped" : now ? "now" : "done" };
  });
}

/** The pieces revealed in a fight, in the order of the log. */
export function fighters(events: GameEvent[]): Fighter[] {
  const found = new Map<string, Fighter>();
  for (const event of events) {
    if (event.kind === "strength") {
      const known = found.get(event.piece);
      if (known && known.before > 0) known.now = event.to;
      else
        found.set(event.piece, {
          id: event.piece,
          before: known || event.from == null ? event.to : event.from,
          now: event.to,
        });
    } else if (event.kind === "loss") {
      const known = found.get(event.piece);
      if (known) known.now = 0;
    }
  }
  return [...found.values()];
}

/** The dice of a fight, each with its result. */
export function passages({ events }: Section): Passage[] {
  const found: Passage[] = [];
  const seen = new Set(events.flatMap((event) => (event.kind === "strength" ? [event.piece] : [])));
  let announced = false;
  for (const event of events) {
    if (event.kind === "volley" || event.kind === "roll") {
      found.push({ dice: event, told: [] });
      continue;
    }
    if (!event.text || event.kind === "step" || event.kind === "chose") continue;
    if (event.kind === "strength" && !event.from) continue;
    // The subject of the fight is above it, and its participants beside it.
    const listed = event.kind === "note" && event.pieces?.length && event.pieces.every((piece) => seen.has(piece));
    const title = event.kind === "note" && event.spaces?.length && !announced;
    if (title) announced = true;
    if (listed || title) continue;
    const now = found.at(-1);
    if (now) now.told.push(event);
    else found.push({ dice: null, told: [event] });
  }
  return found;
}

/**
 * A procedure: its tests before any die, the dice in the order in which they are resolved, and anything else that was
 * said. If a player assigns the dice, they are nowhere on the map; then all tests are listed one below another.
 */
export function procedure({ events }: Section): { tests: Passage[]; dice: Laid[] } {
  const laid = events
    .flatMap((event) => (event.kind === "roll" && event.spaces?.length === 1 ? [event] : []))
    .map((roll): Laid => ({ roll, space: roll.spaces![0]!, value: roll.total, state: "left", told: [] }));
  const dice = [...laid].sort((one, other) => one.value - other.value);
  const tests: Passage[] = [];
  let resolved = 0;
  let rolled = false;
  for (const event of events) {
    if (event.kind === "roll") rolled = dice.length > 0;
    else if (event.text && event.kind !== "step" && event.kind !== "chose") {
      if (event.kind === "finding" && rolled) {
        const before = dice[resolved - 1];
        if (before) before.state = "done";
        const now = dice[resolved++];
        if (now) now.state = "now";
        now?.told.push(event);
      } else if (rolled) dice[Math.max(0, resolved - 1)]?.told.push(event);
      else if (event.kind === "finding" || tests.length === 0) tests.push({ dice: null, told: [event] });
      else tests.at(-1)!.told.push(event);
    }
  }
  return { tests, dice };
}
