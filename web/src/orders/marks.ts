import { isPlaces, placesOf } from "./fields";
import type { Forecast, OrderField, Orders } from "./forms";

/** What is drawn at a space: a ring for a space to take, dashed for a later one, or for one that is not given up. */
export interface Ring {
  space: string;
  kind: "now" | "later" | "stand";
  /** Its place in an order of several, or 0. */
  number: number;
  title: string;
}

/** The rings of the orders. Of several spaces to take in one order, only the first is for now. */
export function ringsOf(fields: OrderField[], orders: Orders): Ring[] {
  return fields
    .filter((field) => isPlaces(field) && field.kind !== "line")
    .flatMap((field) => {
      const spaces = placesOf(field, orders);
      return spaces.map((space, index) => ({
        space,
        kind: field.kind === "stand" ? ("stand" as const) : index === 0 ? ("now" as const) : ("later" as const),
        number: field.kind !== "stand" && spaces.length > 1 ? index + 1 : 0,
        title: field.title,
      }));
    });
}

/** The lines to hold, as spaces in a row. */
export const linesOf = (fields: OrderField[], orders: Orders): string[][] =>
  fields
    .filter(({ kind }) => kind === "line")
    .map((field) => placesOf(field, orders))
    .filter((line) => line.length > 0);

/** The spaces that are fought for, with the odds of the foreseen battle. */
export const foughtOver = (forecast: Forecast | null): { space: string; odds: string }[] => {
  const found = new Map<string, string>();
  for (const { spaces = [], odds = "" } of forecast?.battles ?? [])
    for (const space of spaces) if (!found.has(space)) found.set(space, odds);
  return [...found].map(([space, odds]) => ({ space, odds }));
};
