/**
 * What a click is on. `by`: whether a unit is clicked where it is on the map, with Shift to add it to others of its
 * stack, or by itself in a fan, a list or with the keyboard; whether a space is clicked beside the units in it, or by
 * itself.
 */
export type Target =
  | { kind: "piece"; piece: string; space: string; by: "map" | "shift" | "itself" }
  | { kind: "space"; space: string; by: "map" | "itself" };

/** What decides the meaning of a click. It is read from a table and never changed. */
export interface Situation {
  /** The chosen unit, and whether it was chosen automatically after a move. */
  chosen: string | null;
  kept: boolean;
  /** Whether the request for where the chosen unit can go is still open. */
  leading: boolean;
  /** Whether units are named one after another. */
  naming: boolean;
  /** The space that a lesson wants the player to click next. */
  next: string | null;
  /** Whether a lesson points at a unit. */
  pointed: (piece: string) => boolean;
  /** Where a unit is; undefined beside the map. */
  at: (piece: string) => string | undefined;
  /** Whether a unit can be chosen; can be named; means all of its space. */
  may: (piece: string) => boolean;
  nameable: (piece: string) => boolean;
  whole: (piece: string, space: string) => boolean;
  /** The units in a space that can be chosen. */
  units: (space: string) => string[];
  /** Whether the chosen unit can go to a space, or something can be done there. */
  goal: (space: string) => boolean;
  /** Whether an action for what is chosen is about a space, or has a path that does not end there yet. */
  led: (space: string) => boolean;
  bends: (space: string) => boolean;
  /** Whether a space means something to the question, or to a verb beside it. */
  opens: (space: string) => boolean;
  beside: (space: string) => boolean;
  /** Whether a lesson wants something other than what the target leads to, or exactly one action of a unit. */
  objects: (target: Target) => boolean;
  taught: (piece: string) => boolean;
  /** Whether there is something to offer about a unit that cannot be chosen. */
  offers: (piece: string, space: string) => boolean;
}

/**
 * What a click does: `wait` until the server has said where the chosen unit can go; `name` a unit, or let it go
 * `along`; the lesson says why not (`object`), or its action is played (`teach`); a card about a unit (`offer`); a
 * `unit` or a `space` is taken as it is; a path is pinned (`pin`); a verb `beside` the question is asked; a stack is
 * left to its `fan`.
 */
export type Kind =
  "wait" | "name" | "along" | "object" | "teach" | "offer" | "unit" | "space" | "pin" | "beside" | "fan";
export interface Meaning {
  kind: Kind;
  target: Target;
}

type Piece = Extract<Target, { kind: "piece" }>;
type Space = Extract<Target, { kind: "space" }>;
/**
 * A row holds for a target: it means the target itself, or what a click on its space or on the only unit in it means.
 */
type Row<T> = [holds: (target: T, given: Situation) => boolean, means: Kind | "its space" | "its unit"];

const elsewhere = (space: string, { chosen, at }: Situation): boolean => chosen !== null && at(chosen) !== space;

/** Whether a click on a space means the units in it: the chosen unit was chosen automatically, and is elsewhere. */
export const isTheirs = (space: string, given: Situation): boolean =>
  given.kept && elsewhere(space, given) && given.units(space).length > 0;

/** Whether a click on something in a space means the space: the chosen unit can go there from another one. */
export const isGoal = (space: string, given: Situation): boolean =>
  given.goal(space) && elsewhere(space, given) && !isTheirs(space, given);

/** Whether a unit on the map can still represent its space. */
const onMap = ({ piece, space, by }: Piece, given: Situation): boolean =>
  by === "map" && !(given.kept && given.may(piece)) && elsewhere(space, given) && !given.pointed(piece);

const besideUnits = ({ space, by }: Space, given: Situation): boolean =>
  by === "map" && given.next !== space && isTheirs(space, given);

/** The first row that holds decides. */
const PIECE: Row<Piece>[] = [
  [({ space, by }, { next }) => by === "map" && next === space, "its space"],
  [(one, given) => onMap(one, given) && isGoal(one.space, given), "its space"],
  [(one, given) => onMap(one, given) && given.leading, "wait"],
  [({ piece, by }, { naming, nameable }) => (by === "shift" || naming) && nameable(piece), "name"],
  [
    ({ piece, by }, { chosen, may, at }) =>
      by === "shift" && chosen !== null && chosen !== piece && may(piece) && at(chosen) === at(piece),
    "along",
  ],
  [({ piece, space }, { may, goal }) => !may(piece) && goal(space), "its space"],
  // A lesson that asks for a unit means the unit, not all that is done to its space.
  [(one, { taught, objects }) => taught(one.piece) && !objects(one), "teach"],
  [({ piece, space, by }, { pointed, whole }) => by !== "shift" && !pointed(piece) && whole(piece, space), "its space"],
  [(one, { objects }) => objects(one), "object"],
  [({ piece, space }, { may, offers }) => !may(piece) && offers(piece, space), "offer"],
  [() => true, "unit"],
];

const SPACE: Row<Space>[] = [
  [({ space }, { led, leading }) => leading && !led(space), "wait"],
  [({ space }, { units, taught }) => units(space).length === 1 && taught(units(space)[0]!), "its unit"],
  [(one, { objects }) => objects(one), "object"],
  [({ space }, { bends }) => bends(space), "pin"],
  // Beside a unit, a click means what it means on the unit.
  [(one, given) => besideUnits(one, given) && given.units(one.space).length === 1, "its unit"],
  [besideUnits, "fan"],
  [({ space }, { opens, beside }) => !opens(space) && beside(space), "beside"],
  // It represents the units in it if these can be chosen. One of several is picked from the fan.
  [({ space }, { opens, chosen, units }) => !opens(space) && chosen === null && units(space).length === 1, "its unit"],
  [({ space }, { opens, chosen, units }) => !opens(space) && chosen === null && units(space).length > 1, "fan"],
  [() => true, "space"],
];

const first = <T>(rows: Row<T>[], target: T, given: Situation): Row<T>[1] =>
  rows.find(([holds]) => holds(target, given))![1];

/** What a click on a target means. */
export function meaning(target: Target, given: Situation): Meaning {
  const { space } = target;
  const kind = target.kind === "piece" ? first(PIECE, target, given) : first(SPACE, target, given);
  if (kind === "its space") return meaning({ kind: "space", space, by: "itself" }, given);
  if (kind === "its unit") return meaning({ kind: "piece", piece: given.units(space)[0]!, space, by: "itself" }, given);
  return { kind, target };
}
