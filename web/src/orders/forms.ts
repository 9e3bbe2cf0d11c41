import type { Arrow, CommandNow, Kept, Objection, OrderField as Field, Sheet, Stop } from "../protocol";

export type { CommandNow, Kept, Objection, Stop };

/** What an order says: a word of a list, a number, yes or no, spaces of the board, or a text. */
export type Value = string | number | boolean | string[];
export type Orders = Record<string, Value>;

/**
 * A field of a seat's orders. Its `kind` is that of the server, or that of another list of spaces: "stand", the places
 * that are not given up.
 */
export type OrderField = Omit<Field, "default" | "kind"> & { default: Value; kind: Field["kind"] | "stand" };

export type OrderSheet = Omit<Sheet, "fields" | "orders" | "before"> & {
  fields: OrderField[];
  orders: Orders;
  before: Orders;
};

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

/** What the others did since the seat's last turn, and what became of its orders. `heading`: the time on the map. */
export interface Situation {
  heading: string;
  sentences: { text: string; spaces?: string[]; threat?: boolean }[];
  orders: Kept[];
}
