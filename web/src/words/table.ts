import { catalogue } from "./language";

/** The table round the map: bar, menu, notes. */
export const words = catalogue("table", {
  givingUp: "Giving up",
  resign: "Resign …",
  resignSure: "Resign the match?",
  agreedBack:
    "Something was taken back that had been rolled, drawn, shown or answered. All agreed; the saved game keeps it.",
  practised: "Undo reaches, or has reached, past dice, cards or a change of seat; the saved game records that.",
  practice: "Practice mode: undo reaches past dice, cards and changes of seat, and the saved game records it",
});
