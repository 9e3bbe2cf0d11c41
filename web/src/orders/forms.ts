import type {
  CommandNow,
  Cost,
  GivenOrders,
  Kept,
  Likelihood,
  Objection,
  OrderField as Field,
  Preview,
  Sheet,
  Situation,
  Stop,
} from "../protocol";

export type { CommandNow, Cost, Kept, Objection, Situation, Stop };
export type { Likelihood as Chance, Preview as Forecast };

/** What an order says: a word of a list, a number, yes or no, spaces of the board, or a text. */
export type Value = string | number | boolean | string[];
export type Orders = Record<string, Value>;

export type OrderField = Omit<Field, "default"> & { default: Value };

/** Orders to choose from. */
export interface Plan {
  title: string;
  orders: Orders;
}

export type OrderSheet = Omit<Sheet, "fields" | "orders" | "before" | "plans" | "by_hand"> & {
  fields: OrderField[];
  orders: Orders;
  before: Orders;
  plans: Plan[];
  /** The units that the player has moved, each with the number of actions before its move. */
  by_hand: Record<string, number>;
};

/** The orders of a seat in a finished game. */
export type OrdersGiven = Omit<GivenOrders, "orders" | "fields"> & { orders: Orders; fields: OrderField[] };

/** A plan beside the player's orders, with its forecast once it is there. */
export interface Counsel extends Plan {
  forecast: Preview | null;
}
