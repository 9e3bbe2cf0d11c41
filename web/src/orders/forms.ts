import type { Arrow } from "../protocol";

/** What an order says: a word of a list, a number, yes or no, spaces of the board, or a text. */
export type Value = string | number | boolean | string[];
export type Orders = Record<string, Value>;

/**
 * A field of a seat's orders. `kind`: "choice", "number", "flag" or "text"; or spaces: "spaces" to take, in this order, "line"
 * to hold, "stand" for places that are not given up. `group`: the row of the sheet that the field is in; without one, it
 * is about everything. `least`, `most`: the range of a number, or the most spaces.
 */
export interface OrderField {
  name: string;
  title: string;
  meaning: string;
  kind: string;
  choices?: { value: string; title: string }[];
  least?: number | null;
  most?: number | null;
  default: Value;
  unit?: string;
  clauses?: string[];
  group?: string;
  advanced?: boolean;
}

/** What the staff cannot carry out, with the change that would cure it. */
export interface Objection {
  field: string;
  text: string;
  clauses?: string[];
  cure?: Orders | null;
}

/** A decision that the staff leaves to the player. */
export interface Stop {
  field: string;
  text: string;
  clauses?: string[];
  space?: string;
}

export type OrderState = "kept" | "goes on" | "half done" | "missed" | "broken";

/** What became of an order. */
export interface Kept {
  field: string;
  state: OrderState;
  text: string;
}

/** The orders of the player's seat. `orders`, `before`: the fields that are not left to the staff, now and last turn. */
export interface OrderSheet {
  seat: string;
  turn: string;
  fields: OrderField[];
  orders: Orders;
  before: Orders;
  objections: Objection[];
  stop: Stop | null;
  carrying: boolean;
  report: Kept[];
}

export interface Foreseen {
  title: string;
  spaces?: string[];
  own?: number;
  enemy?: number;
  odds?: string;
  chance?: string;
}

/** A chance, from the rules (`exact`) or from games played to the end of the turn, with a 95% interval. */
export interface Chance {
  label: string;
  exact?: boolean;
  share: number;
  low: number;
  high: number;
}

export interface Cost {
  label: string;
  mean: number;
  low: number;
  high: number;
}

/** What orders would lead to. `plays`, `of`: how many turns have been played for its chances, and how many will be. */
export interface Forecast {
  sentence: string;
  arrows: Arrow[];
  battles: Foreseen[];
  chances: Chance[];
  costs: Cost[];
  plays: number;
  of: number;
  objections: Objection[];
}

/** What the enemy did since the seat's last turn, and what became of its orders. */
export interface Situation {
  heading: string;
  sentences: { text: string; spaces?: string[]; threat?: boolean }[];
  orders: Kept[];
}

/** What a state says about the orders of the seat that sees it. */
export interface Command {
  carrying: boolean;
  stop: Stop | null;
  report: Kept[];
}
