import type {
  CommandNow,
  Cost,
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

export type OrderSheet = Omit<Sheet, "fields" | "orders" | "before"> & {
  fields: OrderField[];
  orders: Orders;
  before: Orders;
};
