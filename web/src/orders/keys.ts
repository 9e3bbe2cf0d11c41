import type { KeyTargets } from "../table/keys";
import type { Desk, Tool } from "./desk.svelte";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea");

const TOOL_KEYS: Record<string, Tool> = { a: "arrow", h: "line", s: "stand", Backspace: "erase" };

/** Focus the first control of a row of the sheet. */
const focusRow = (row: number): void =>
  document.querySelector<HTMLElement>(`[data-order-row="${row}"] :is(button, input, select)`)?.focus();

/** The keys of the open sheet. Those of the table that would play do nothing meanwhile. */
function sheetKey(event: KeyboardEvent, desk: Desk, to: KeyTargets): void {
  if (event.key === "Escape") {
    if (desk.cancel() || desk.escape()) event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const tool = TOOL_KEYS[key];
  const row = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  const idle = event.target === document.body;
  const acts: Record<string, () => void> = {
    o: () => desk.close(),
    z: () => desk.undo(),
    n: () => void desk.counselNext(),
    r: () => desk.session.toggleRules(),
    f: to.fit,
    "0": to.fit,
    "+": () => to.zoom(1.4),
    "=": () => to.zoom(1.4),
    "-": () => to.zoom(1 / 1.4),
  };
  const act =
    tool && desk.tools.includes(tool)
      ? () => desk.take(desk.tool === tool ? null : tool)
      : desk.rows[row]
        ? () => ((desk.row = row), focusRow(row))
        : idle && key.startsWith("Arrow")
          ? to.focusBoard
          : acts[key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Handle a key that is about orders, and return whether the table does nothing else with it. */
export function handleKey(event: KeyboardEvent, desk: Desk, to: KeyTargets & { again: () => void }): boolean {
  if (desk.open) {
    if (event.key === "Escape" && to.shut()) event.preventDefault();
    else sheetKey(event, desk, to);
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return false;
  if (desk.carrying && event.key === "Escape") {
    event.preventDefault();
    desk.session.playback.skip();
    void desk.stopStaff();
    return true;
  }
  const key = event.key.toLowerCase();
  const taken = desk.session.choosing.verbs.some((verb) => verb.open && verb.key === key);
  const acts: Record<string, () => unknown> = desk.stop
    ? { "1": () => desk.goOn(), "2": () => desk.byHand(), "3": () => desk.begin(), o: () => desk.begin() }
    : { ...(desk.report ? { t: to.again } : {}), ...(desk.offered && !taken ? { o: () => desk.begin() } : {}) };
  const act = acts[key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}
