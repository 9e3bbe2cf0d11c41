import { catalogue, counted } from "./language";

/** The people at a held match, and what they ask of each other. */
export const words = catalogue("seats", {
  last: (count: number) => counted(count, { one: "the last decision", other: "the last # decisions" }),
});
