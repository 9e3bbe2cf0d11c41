import { catalogue } from "./language";

const SAYS: Record<string, string> = {
  die: "rolls",
  card: "draws a card",
  lot: "draws lots",
  shown: "shows what is hidden",
  seat: "the other side decides",
  phase: "ends the phase",
  end: "ends the game",
};

/** What an action leads to at once: on its button, and where it is asked for once more. */
export const words = catalogue("leads", {
  says: SAYS,
  brief: (leads: string[]) => leads.map((lead) => SAYS[lead] ?? lead).join(", "),
  leads: (leads: string[]) =>
    leads.some((lead) => lead !== "phase")
      ? `What follows at once: ${leads.map((lead) => SAYS[lead] ?? lead).join(", ")}. It cannot be taken back.`
      : "This ends the phase. Undo takes it back.",
  undone: "Undo takes it back.",
});
