import { catalogue } from "./language";

/** The table round the map: bar, menu, notes. */
export const words = catalogue("table", {
  givingUp: "Giving up",
  resign: "Resign …",
  resignSure: "Resign the match?",
});
