import type { OrderField, Orders, Value } from "./forms";

/** The kinds of fields that name spaces, and the tool that draws each. Spaces to give up are chosen from the sheet. */
export const TOOLS = { spaces: "arrow", line: "line", stand: "stand", leave: "" } as const;
export type PlaceKind = keyof typeof TOOLS;

/** The most choices that are side by side, and the longest title that fits between the buttons of a stepper. */
const SEGMENTS = 5;
const SHORT = 7;
/** Numbers with a range as wide as this are changed in tens. */
const WIDE = 50;

export type Control = "segments" | "stepper" | "list" | "places" | "tick" | "text";

export const isPlaces = (field: OrderField): boolean => field.kind in TOOLS;

/** The control that a field has on the sheet. */
export function controlOf(field: OrderField): Control {
  if (isPlaces(field)) return "places";
  if (field.kind === "number") return "stepper";
  if (field.kind === "flag") return "tick";
  const choices = field.choices ?? [];
  if (choices.length === 0) return "text";
  if (choices.length <= SEGMENTS) return "segments";
  return choices.every(({ value, title }) => value === field.default || title.length <= SHORT) ? "stepper" : "list";
}

/** A row of the sheet. `lead`: the choice beside its title. `more`: the fields that are folded away at first. */
export interface Row {
  title: string;
  lead: OrderField | null;
  fields: OrderField[];
  more: OrderField[];
}

/** Group the fields into rows in their order; the row without a title, about everything, is last. */
export function rowsOf(fields: OrderField[]): Row[] {
  const titles = [...new Set(fields.map(({ group = "" }) => group))];
  const named = titles.filter((title) => title !== "");
  return [...named, ...titles.filter((title) => title === "")].map((title) => {
    const own = fields.filter(({ group = "" }) => group === title);
    const shown = own.filter(({ advanced }) => !advanced);
    const lead = title ? (shown.find((field) => controlOf(field) === "segments") ?? null) : null;
    return {
      title,
      lead,
      fields: shown.filter((field) => field !== lead),
      more: own.filter(({ advanced }) => advanced),
    };
  });
}

export const allOf = ({ lead, fields, more }: Row): OrderField[] => [...(lead ? [lead] : []), ...fields, ...more];

const same = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The choices of a field; first the one that leaves it to the staff. */
export const choicesOf = ({ choices = [], default: staff }: OrderField): { value: string; title: string }[] => [
  ...choices.filter(({ value }) => value === staff),
  ...choices.filter(({ value }) => value !== staff),
];

/** The value of a field: what was ordered, or its default, which leaves it to the staff. */
export const valueOf = (field: OrderField, orders: Orders): Value => orders[field.name] ?? field.default;
export const placesOf = (field: OrderField, orders: Orders): string[] => {
  const value = valueOf(field, orders);
  return Array.isArray(value) ? value : [];
};

/** Whether a field is left to the staff. */
export const isStaffs = (field: OrderField, orders: Orders): boolean => same(valueOf(field, orders), field.default);

/** Return the orders with a field set. A field that is left to the staff is left out. */
export function withValue(orders: Orders, field: OrderField, value: Value): Orders {
  const others = Object.entries(orders).filter(([name]) => name !== field.name);
  return Object.fromEntries(same(value, field.default) ? others : [...others, [field.name, value]]);
}

/** The fields that differ from the orders of the last turn. */
export const changed = (fields: OrderField[], orders: Orders, before: Orders): OrderField[] =>
  fields.filter((field) => !same(valueOf(field, orders), valueOf(field, before)));

/** Return the value of a field one step up or down. Below the least number, or the first choice, it is the staff's. */
export function stepped(field: OrderField, value: Value, by: 1 | -1): Value {
  if (field.kind !== "number") {
    const values = choicesOf(field).map((choice) => choice.value);
    return values[values.indexOf(String(value)) + by] ?? value;
  }
  const [least, most] = [field.least ?? 0, field.most ?? Infinity];
  const size = most - least >= WIDE ? 10 : 1;
  const now = Number(value);
  if (same(value, field.default) && now < least) return by > 0 ? least : value;
  const next = by > 0 ? Math.floor(now / size + 1) * size : Math.ceil(now / size - 1) * size;
  if (next < least) return typeof field.default === "number" && field.default < least ? field.default : least;
  return Math.min(most, next);
}

/** Return a typed number within the range of its field; null if it is none. An empty text leaves it to the staff. */
export function typed(field: OrderField, text: string): Value | null {
  if (text.trim() === "") return field.default;
  const number = Number(field.unit ? text.replace(field.unit, "") : text);
  if (!Number.isInteger(number)) return null;
  return Math.min(field.most ?? Infinity, Math.max(field.least ?? 0, number));
}

/** Return the value of a field in words. */
export function saidOf(field: OrderField, orders: Orders, name: (space: string) => string): string {
  const value = valueOf(field, orders);
  if (Array.isArray(value)) return value.map(name).join(", ");
  const title = field.choices?.find((choice) => choice.value === value)?.title;
  return title ?? `${value}${field.unit ?? ""}`;
}

/** Return an order in words: its row, its title and its value. */
export function orderOf(field: OrderField, orders: Orders, name: (space: string) => string): string {
  return [field.group, `${field.title}: ${saidOf(field, orders, name)}`].filter(Boolean).join(" · ");
}
