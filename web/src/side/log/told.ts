import type { GameEvent } from "../../protocol";
import type { Table } from "../../table/context";
import { words } from "../../words/side";

const QUIET = new Set(["turn", "step", "track", "mark"]);

/**
 * The events that are worth a line. A choice is left out if the next event tells its result, so that nothing is said
 * twice.
 */
export function told(events: GameEvent[]): GameEvent[] {
  // Units that are revealed are listed for a whole side at once.
  const turnedUp = (event: GameEvent): boolean => event.kind === "strength" && !event.from;
  const said = events.filter((event) => event.text && !QUIET.has(event.kind) && !turnedUp(event));
  return said.filter((event, index) => {
    const next = said[index + 1];
    // A choice has the ply before it, its effect has the next one, and a roll that follows at once the one after.
    const near = next !== undefined && next.ply > event.ply && next.ply <= event.ply + 2;
    // In another step, it is about something else.
    const follows = near && next.kind !== "chose" && next.step === event.step;
    return event.kind !== "chose" || !(follows || event.action === "pass");
  });
}

/** The same, but consecutive units that do the same, to the same space if one is named, share a line. */
export function inOne(events: GameEvent[], nameOf: (piece: string) => string | undefined): GameEvent[] {
  const rows: { event: GameEvent; first: GameEvent; names: string[] }[] = [];
  for (const event of events) {
    const row = rows.at(-1);
    const name = nameOf(deed(event)?.piece ?? "");
    if (row && name !== undefined && alike(row.first, event))
      rows[rows.length - 1] = { ...row, event, names: [...row.names, name] };
    else rows.push({ event, first: event, names: [] });
  }
  return rows.map(({ event, first, names }) =>
    names.length ? { ...event, text: words.together(first.text ?? "", names) } : event,
  );
}

/** What a choice does, which unit does it, and where, if it names a space. */
function deed(event: GameEvent): { piece: string; rest: string } | null {
  const [verb, piece, space = ""] = event.kind === "chose" ? event.action.split(" ") : [];
  return verb && piece ? { piece, rest: `${event.step} ${verb} ${space}` } : null;
}

const alike = (first: GameEvent, other: GameEvent): boolean =>
  deed(first) !== null && deed(first)?.rest === deed(other)?.rest && deed(first)?.piece !== deed(other)?.piece;

/** A choice that names nothing, such as "pass". What follows does not mention it. */
export const nameless = (event: GameEvent): boolean => event.kind === "chose" && !event.action.includes(" ");

/** What is before a line of the log: whose order it was, or what the sentence is about. */
export const by = (event: GameEvent, table: Table): string =>
  event.kind === "chose" ? `${table.seatName(event.seat)}:` : (event.who ?? "");

/** The text of an event in parts, with the result in bold: the result of a roll, or what follows the last colon. */
export function parts(event: GameEvent): { text: string; bold?: boolean }[] {
  const text = event.text ?? "";
  if (event.kind !== "roll") return [{ text }];
  const { result } = event;
  const found = result ? text.lastIndexOf(result) : -1;
  const whole = found >= 0 && !/\w/.test(text[found + result.length] ?? "");
  const at = whole ? found : text.lastIndexOf(": ") + 2;
  if (at < 2) return [{ text }];
  const end = whole ? at + result.length : text.length;
  return [{ text: text.slice(0, at) }, { text: text.slice(at, end), bold: true }, { text: text.slice(end) }];
}
