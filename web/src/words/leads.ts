import { catalogue, listed } from "./language";

const SAYS: Record<string, string> = {
  die: "rolls the dice",
  card: "draws a card",
  lot: "draws lots",
  shown: "reveals hidden information",
  seat: "passes the turn to another player",
  phase: "ends the phase",
  end: "ends the game",
};

const said = (leads: string[]): string[] => leads.map((lead) => SAYS[lead] ?? lead);

/** What an action triggers: on its button, and in the question before it. */
export const words = catalogue("leads", {
  says: SAYS,
  brief: (leads: string[]) => said(leads).join(", "),
  each: (leads: string[]) => (leads.length ? `Each choice ${listed(said(leads))}.` : ""),
  leads: (leads: string[]) =>
    leads.some((lead) => lead !== "phase")
      ? `This ${listed(said(leads))}. You cannot undo it.`
      : "This ends the phase. You can undo it.",
  undone: "You can undo it.",
});
