import type { GameEvent, Series } from "../protocol";

/** A swing of the game: a value's change in one turn, and the sentence of the log that caused it. */
export interface Swing {
  id: string;
  title: string;
  /**
   * The turn of its cause. A value is read at a turn's last decision, and what the rules do after that belongs to the
   * same turn.
   */
  turn: number;
  from: number;
  to: number;
  /** The ply of its cause, if known. */
  ply?: number;
  cause: string;
  /** Whether the cause explains all of it. A turn may bring more of the same. */
  whole: boolean;
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
type Cause = Omit<Swing, keyof Change> & { turn?: number };

const SHOWN = 4;
const OF_ONE = 2;

/** How far back in the log to look for the cause of a change. */
const BACK = 4;

/** The step with more than half of the total counted by steps. */
function mostOf(steps: Record<string, number>): string | undefined {
  const all = Object.values(steps).reduce((sum, one) => sum + Math.abs(one), 0);
  return Object.keys(steps).find((one) => 2 * steps[one]! > all);
}

/**
 * The battle among some events after which most was lost or changed hands before the next roll, and whether that was
 * half of the total. None if no battle brought anything.
 */
function decisive(events: GameEvent[]): { battle: RollEvent; half: boolean } | undefined {
  const brought = new Map<RollEvent, number>();
  let [battle, all]: [RollEvent | undefined, number] = [undefined, 0];
  for (const event of events) {
    if (event.kind === "turn" || event.kind === "step") battle = undefined;
    if (event.kind === "roll" && event.spaces?.length) battle = event;
    if (!["loss", "flip", "control", "strength"].includes(event.kind)) continue;
    all += 1;
    if (battle) brought.set(battle, (brought.get(battle) ?? 0) + 1);
  }
  const [most] = [...brought].sort(([, one], [, other]) => other - one);
  return most && { battle: most[0], half: 2 * most[1] >= all };
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
    turn: last.turn,
    cause: text ?? "",
    whole: moves.length === 1,
    ...(roll ? oneDie(roll) : {}),
  };
}

/**
 * The sentence of the log right before the largest change of a value in the same direction, and the die that was rolled
 * for it; "" if there is none. `events`: those between the two readings of the value.
 */
function cause(events: GameEvent[], { id, turn, from, to }: Change, battles: Series["battles"]): Cause {
  let [best, size] = [-1, 0];
  const steps: Record<string, number> = {};
  events.forEach((event, index) => {
    if (event.kind !== "track" || event.track !== id) return;
    const by = (Number(event.to) - Number(event.from)) * Math.sign(to - from);
    if (by > size) [best, size] = [index, by];
    if (event.step) steps[event.step] = (steps[event.step] ?? 0) + by;
  });
  const before = events.slice(Math.max(0, best - BACK), Math.max(0, best)).reverse();
  const near = before.filter((event) => event.kind !== "track" && event.kind !== "step");
  // A marker that is placed or removed in the same step follows from the same cause, so it is not the cause.
  const inStep = until(before, "step", "turn").filter(({ kind }) => !["track", "held", "mark"].includes(kind));
  const own = inStep.find((event) => event.text);
  const said = own ?? near.find((event) => event.text);
  const roll = (own ? inStep : near).find((event) => event.kind === "roll");
  const whole = size >= Math.abs(to - from);
  // A cause of less than half says nothing about where the rest is from.
  if (2 * size < Math.abs(to - from)) {
    if (battles === "none" || (battles === "falls" && to > from)) return { cause: "", whole: false };
    const found = decisive(events);
    const step = mostOf(steps);
    const changed = handsChanged(events);
    const taken = spacesOf(changed);
    if (found?.half || (step === undefined && found)) {
      const { battle, half } = found;
      const cards = cardsOf(events, battle);
      const told = {
        ply: battle.ply,
        turn: battle.turn,
        cause: battle.text ?? "",
        whole: false,
        place: battle.spaces?.[0],
        cards,
        ...oneDie(battle),
      };
      return half ? told : { ...told, heaviest: true, taken };
    }
    if (step === undefined && changed[0])
      return { ply: changed[0].ply, turn: changed[0].turn, cause: "", whole: false, taken };
    return { cause: "", whole, scattered: true, ...(step === undefined ? {} : { step }) };
  }
  const text = said?.text ?? "";
  return {
    ply: events[best]?.ply,
    turn: events[best]?.turn ?? turn,
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
  const found = series.flatMap(({ id, title, points, marks, spent, pieces, battles }) => {
    if (spent) return [];
    const values = [0, ...points.map(([, value]) => value), ...(marks ?? []).map((mark) => mark.at)];
    const range = Math.max(...values) - Math.min(...values);
    if (!range) return [];
    return points
      .slice(1)
      .map(([turn, to, last], index) => ({
        swing: { id, title, turn, from: points[index]![1], to },
        events: events.filter(({ ply }) => ply > points[index]![2] && ply <= last),
        pieces: pieces ?? [],
        battles,
      }))
      .map((one) => ({ ...one, weight: Math.abs(one.swing.to - one.swing.from) / range }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight || other.swing.turn - one.swing.turn)
      .slice(0, OF_ONE);
  });
  return found
    .sort((one, other) => other.weight - one.weight)
    .slice(0, SHOWN)
    .map(({ swing, events, pieces, battles }) => ({
      ...swing,
      ...(pieces.length ? moved(events, pieces) : cause(events, swing, battles)),
    }))
    .sort((one, other) => one.turn - other.turn);
}

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
