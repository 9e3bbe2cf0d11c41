import type { Choosing } from "../../choose/choosing.svelte";
import type { Choice } from "../../protocol";

/** How the chosen piece may come to a space: what it costs, through which spaces, and what is worth knowing. */
export interface Way {
  space: string;
  actions: Choice[];
  cost: string;
  /** The spaces after the one where the piece stands, the last one being `space`. */
  path: string[];
  note: string;
  /** Whether the piece has to stop there. */
  stops: boolean;
}

/** The ways of the chosen piece by the space to which they lead; several to one space show "…" where their costs differ. */
export function ways(choosing: Choosing): Map<string, Way> {
  const found = new Map<string, Way>();
  if (choosing.stack.piece === null) return found;
  for (const action of choosing.matching) {
    if (action.space === undefined) continue;
    const cost = action.cost ?? "";
    const known = found.get(action.space);
    if (known) {
      known.actions.push(action);
      if (known.cost !== cost) known.cost = "…";
    } else
      found.set(action.space, {
        space: action.space,
        actions: [action],
        cost,
        path: action.path ?? [action.space],
        note: action.note ?? "",
        stops: action.stops === true,
      });
  }
  return found;
}
