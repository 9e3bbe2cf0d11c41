import type { SeatReview } from "../protocol";

export type Unit = SeatReview["unit"];
/** Values of this size have no decimals. */
const WHOLE = 10;

/** A value as a player reads it: points in 100 for a chance, else points. */
export const scaled = (value: number, unit: Unit): number => (unit === "chance" ? 100 * value : value);

/** A value, with one decimal if it is small and counted in points. */
export function figure(value: number, unit: Unit): string {
  const size = Math.abs(scaled(value, unit));
  const shown = unit === "chance" || size >= WHOLE ? size.toFixed(0) : size.toFixed(1);
  return `${value < 0 && Number(shown) !== 0 ? "−" : ""}${shown}`;
}

/** A difference with its sign. */
export function signed(value: number, unit: Unit): string {
  const shown = figure(value, unit);
  return shown.startsWith("−") || Number(shown) === 0 ? shown : `+${shown}`;
}

/** The sum of what the seats lost by decisions. */
export const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);
