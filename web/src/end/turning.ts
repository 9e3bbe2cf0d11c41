import type { GameEvent, Series } from "../protocol";

/** A swing of the game: a value's change in one turn, and the sentence of the log that caused it. */
export interface Swing {
  id: string;
  title: string;
  turn: number;
  from: number;
  to: number;
  /** The ply of its cause, if known. */
  ply?: number;
  cause: string;
  /** Whether the cause explains all of it. A turn may bring more of the same. */
  whole: boolean;
  /** Whether the cause explains exactly half of it. */
  half?: boolean;
  /** No single change makes up half of it. `step`: the step that brought most of it. */
  scattered?: boolean;
  step?: string;
  /** If no battle brought half of it, the named cause is the battle of that turn that brought most. */
  heaviest?: boolean;
  /** If no battle brought half of it, the spaces that changed hands in that turn. */
  taken?: string[];
  /** Where the battle that caused it was fought. */
  place?: string;
  /** The roll of a single die that caused it. */
  roll?: RollEvent;
  /** The cards that were played in that battle. */
  cards?: CardEvent[];
}

type RollEvent = GameEvent & { kind: "roll" };
type CardEvent = GameEvent & { kind: "card" };

type Change = Pick<Swing, "id" | "title" | "turn" | "from" | "to">;
type Cause = Omit<Swing, keyof Change>;

const SHOWN = 4;
const OF_ONE = 2;

/** How far back in the log to look for the cause of a change. */
const BACK = 4;

/** What an entry of the log contributed to a value's change in a turn, in the direction of the whole change. */
interface Part {
  ply: number;
  by: number;
  step: string;
  battle?: RollEvent;
}

/** Kinds of events that change what values are read from. */
const CHANGING: GameEvent["kind"][] = ["loss", "flip", "control", "strength", "held", "move"];

/** Whether a player gains a marker that stays, such as that of a surrender. It changes values by itself. */
const marks = (event: GameEvent): boolean => event.kind === "held" && event.gained && event.text !== "";

/**
 * The entries that changed a value in a turn, each with its step, and with the last battle of that step, unless a marker
 * came with the entry. What a later entry reversed does not count.
 */
function partsOf(changes: Series["changes"], { turn, from, to }: Change, events: GameEvent[]): Part[] {
  const during = new Map<number, Pick<Part, "step" | "battle">>();
  let battle: RollEvent | undefined;
  for (const event of events) {
    if (event.kind === "turn" || event.kind === "step") battle = undefined;
    if (event.kind === "roll" && event.spaces?.length) battle = event;
    const known = during.get(event.ply);
    const fought = battle ?? known?.battle;
    const step = known && !CHANGING.includes(event.kind) ? known.step : (event.step ?? "");
    during.set(event.ply, { step, ...(fought ? { battle: fought } : {}) });
  }
  for (const { ply } of events.filter(marks)) delete during.get(ply)?.battle;
  const parts: Part[] = [];
  let behind = 0;
  for (const [at, ply, change] of changes ?? []) {
    if (at !== turn) continue;
    let by = change * Math.sign(to - from);
    if (by > 0) {
      const made = Math.min(by, behind);
      behind -= made;
      by -= made;
      if (by > 0) parts.push({ ply, by, ...(during.get(ply) ?? { step: "" }) });
      continue;
    }
    for (let last = parts.at(-1); last && by < 0; last = parts.at(-1)) {
      const taken = Math.min(last.by, -by);
      last.by -= taken;
      by += taken;
      if (last.by === 0) parts.pop();
    }
    behind -= by;
  }
  return parts;
}

/** The key with the largest total, this total, and whether no other key has as much. */
function most<T>(
  parts: Part[],
  key: (part: Part) => T | undefined,
): { key: T; by: number; alone: boolean } | undefined {
  const totals = new Map<T, number>();
  for (const part of parts) {
    const at = key(part);
    if (at) totals.set(at, (totals.get(at) ?? 0) + part.by);
  }
  const [first, second] = [...totals].sort(([, one], [, other]) => other - one);
  return first && { key: first[0], by: first[1], alone: first[1] !== second?.[1] };
}

/** The cards that were played for a battle: those since the previous battle, or since the step began. */
function cardsOf(events: GameEvent[], battle: RollEvent): CardEvent[] {
  const before = events.slice(0, events.indexOf(battle));
  const begins = before.reduce(
    (last, { kind, spaces }, index) =>
      kind === "turn" || kind === "step" || (kind === "roll" && spaces?.length) ? index : last,
    -1,
  );
  return before.slice(begins + 1).filter((event): event is CardEvent => event.kind === "card" && event.line !== "");
}

type ControlEvent = GameEvent & { kind: "control" };

const handsChanged = (events: GameEvent[]): ControlEvent[] => events.filter((event) => event.kind === "control");
const spacesOf = (changed: ControlEvent[]): string[] => [...new Set(changed.map(({ space }) => space))];

/** Those events of a log, read backward, that come before the first of these kinds. */
function until(before: GameEvent[], ...kinds: GameEvent["kind"][]): GameEvent[] {
  const end = before.findIndex(({ kind }) => kinds.includes(kind));
  return end < 0 ? before : before.slice(0, end);
}

/** The last move of some pieces, which changed a value: its roll, or the sentence of the move. */
function moved(events: GameEvent[], pieces: string[]): Cause {
  const moves = events.filter((event) => event.kind === "move" && pieces.includes(event.piece));
  const last = moves.at(-1);
  if (!last) return { cause: "", whole: false };
  const before = events.slice(0, events.indexOf(last)).reverse();
  const roll = until(before, "step", "turn", "move").find((event) => event.kind === "roll");
  const text = roll?.text || last.text;
  return {
    ply: last.ply,
    cause: text ?? "",
    whole: moves.length === 1,
    ...(roll ? oneDie(roll) : {}),
  };
}

/**
 * What changed a value in a turn: the change on its track, the battle or the entry that brought half of it, or else the
 * step with most of it, the heaviest battle, or what changed hands. `events`: those of the turn.
 */
function cause(events: GameEvent[], change: Change, { battles, changes }: Series): Cause {
  const { id, from, to } = change;
  const total = Math.abs(to - from);
  const half = (by: number): Pick<Swing, "half"> => (2 * by === total ? { half: true } : {});
  let [best, size] = [-1, 0];
  events.forEach((event, index) => {
    if (event.kind !== "track" || event.track !== id) return;
    const by = (Number(event.to) - Number(event.from)) * Math.sign(to - from);
    if (by > size) [best, size] = [index, by];
  });
  if (best >= 0 && 2 * size >= total) return { ...onTrack(events, best, size >= total), ...half(size) };
  // A cause of less than half says nothing about where the rest is from.
  const parts = partsOf(changes, change, events);
  const fought = battles !== "none" && (battles !== "falls" || to < from);
  const battle = fought ? most(parts, (part) => part.battle) : undefined;
  if (battle && 2 * battle.by >= total)
    return { ...inBattle(events, battle.key, battle.by >= total), ...half(battle.by) };
  const entry = most(parts, (part) => (fought || !part.battle ? part.ply : undefined));
  const said = entry && 2 * entry.by >= total ? sentenceOf(events, entry.key) : undefined;
  if (entry && said) return { ply: entry.key, cause: said.text ?? "", whole: entry.by >= total, ...half(entry.by) };
  const plies = new Set(parts.map(({ ply }) => ply));
  const changed = fought ? handsChanged(events.filter(({ ply }) => plies.has(ply))) : [];
  const taken = changed.length ? { taken: spacesOf(changed) } : {};
  const step = most(parts, (part) => part.step);
  if (step && 2 * step.by > total) return { cause: "", whole: false, scattered: true, step: step.key, ...taken };
  if (battle?.alone) return { ...inBattle(events, battle.key, false), heaviest: true, ...taken };
  if (changed[0]) return { ply: changed[0].ply, cause: "", whole: false, ...taken };
  return fought ? { cause: "", whole: false, scattered: true } : { cause: "", whole: false };
}

/** The kinds of events whose sentences tell what an entry of the log changed, the most telling first. */
const TELLING: GameEvent["kind"][][] = [["control"], ["note", "held", "card"], ["loss"], ["roll", "move"]];

/**
 * The sentence that tells what an entry of the log changed, unless there are several that may have. Steps of the entry
 * in which nothing changes, while something does in others, tell nothing.
 */
function sentenceOf(events: GameEvent[], entry: number): GameEvent | undefined {
  const whole = events.filter(({ ply }) => ply === entry);
  const steps = new Set(whole.filter(({ kind }) => CHANGING.includes(kind)).map(({ step }) => step));
  const here = whole.filter(({ step, text }) => text && (!steps.size || steps.has(step)));
  if (here.some(marks) && here.some(({ kind }) => kind === "control")) return undefined;
  const [told] = TELLING.map((kinds) => here.filter(({ kind }) => kinds.includes(kind))).filter((row) => row.length);
  return told?.length === 1 ? told[0] : undefined;
}

/** A battle as the cause of a change. */
function inBattle(events: GameEvent[], battle: RollEvent, whole: boolean): Cause {
  const { ply, text, spaces } = battle;
  return { ply, cause: text ?? "", whole, place: spaces?.[0], cards: cardsOf(events, battle), ...oneDie(battle) };
}

/** The sentence right before a change on a track, and the die that was rolled for it. `best`: the change's event. */
function onTrack(events: GameEvent[], best: number, whole: boolean): Cause {
  const back = events.slice(Math.max(0, best - BACK), best).reverse();
  const near = back.filter((event) => event.kind !== "track" && event.kind !== "step");
  // A marker that is placed or removed in the same step follows from the same cause, so it is not the cause.
  const inStep = until(back, "step", "turn").filter(({ kind }) => !["track", "held", "mark"].includes(kind));
  const own = inStep.find((event) => event.text);
  const said = own ?? near.find((event) => event.text);
  const roll = (own ? inStep : near).find((event) => event.kind === "roll");
  const text = said?.text ?? "";
  return {
    ply: events[best]?.ply,
    cause: said?.kind === "card" && said.who && !text.startsWith(said.who) ? `${said.who}: ${text}` : text,
    whole,
    ...(roll ? oneDie(roll) : {}),
  };
}

/** A roll only counts if it was a single die. Several dice are read together. */
const oneDie = (roll: RollEvent): { roll?: RollEvent } => (roll.dice.length === 1 ? { roll } : {});

/**
 * The largest swings of a game, in the order of play. Each is measured by the range of its own value. Of equal swings
 * of a value, the last ones count: they are closer to the result. Points that players pay with turn nothing when spent.
 */
export function swings(series: Series[], events: GameEvent[]): Swing[] {
  const found = series.flatMap((one) => {
    if (one.spent) return [];
    const { id, title, points } = one;
    const values = [0, ...points.map(([, value]) => value), ...(one.marks ?? []).map((mark) => mark.at)];
    const range = Math.max(...values) - Math.min(...values);
    if (!range) return [];
    return points
      .slice(1)
      .map(([turn, to], index) => ({ series: one, swing: { id, title, turn, from: points[index]![1], to } }))
      .map((each) => ({ ...each, weight: Math.abs(each.swing.to - each.swing.from) / range }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || b.swing.turn - a.swing.turn)
      .slice(0, OF_ONE);
  });
  return found
    .sort((a, b) => b.weight - a.weight)
    .slice(0, SHOWN)
    .map(({ series: one, swing }) => {
      const during = events.filter(({ turn }) => turn === swing.turn);
      return { ...swing, ...(one.pieces?.length ? moved(during, one.pieces) : cause(during, swing, one)) };
    })
    .sort((a, b) => a.turn - b.turn);
}

/** A value as it is shown: with one decimal at most. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The number and the mean of all six-sided dice in a log, including those of volleys. */
export function luck(events: GameEvent[]): { dice: number; mean: number } {
  const dice = events
    .flatMap((event) => {
      if (event.kind === "volley") return event.fires.flatMap(({ dice }) => dice);
      return event.kind === "roll" ? event.dice : [];
    })
    .filter((die) => die >= 1 && die <= 6);
  return { dice: dice.length, mean: dice.reduce((sum, die) => sum + die, 0) / Math.max(1, dice.length) };
}
