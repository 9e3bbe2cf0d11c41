import type { GameEvent } from "../protocol";

const QUIET = new Set(["turn", "step", "track", "mark"]);
const SHOWN = new Set(["move", "loss", "flip"]);

/** The events that are worth a line: a choice that says no more than the move that follows it is left out. */
export function told(events: GameEvent[]): GameEvent[] {
  const said = events.filter((event) => event.text && !QUIET.has(event.kind));
  return said.filter((event, index) => event.kind !== "chose" || !SHOWN.has(said[index + 1]?.kind ?? ""));
}
