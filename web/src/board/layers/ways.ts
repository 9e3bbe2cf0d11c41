import type { Choosing } from "../../choose/choosing.svelte";
import type { Choice } from "../../protocol";

/** How the chosen piece can reach a space: the cost, the spaces on the way, and what is useful to know. */
export interface Way {
  space: string;
  actions: Choice[];
  cost: string;
  /** The spaces after the piece's own, the last one being `space`. */
  path: string[];
  note: string;
  /** Whether the piece has to stop there. */
  stops: boolean;
}

/** The paths of the chosen piece, by destination. If several paths to one space have different costs, it shows "…". */
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
