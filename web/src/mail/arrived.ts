import { api } from "../api";
import { atALink } from "../house/mark";
import type { Mailed } from "../protocol";
import { words } from "../words/start";

/** Who sits on a seat that somebody plays elsewhere. */
export const AWAY = "mail";

/** A turn that has come, and what became of it. */
export interface Arrived {
  record: unknown;
  told: Mailed;
}

/** What was opened on another page and is told on that of the mail. */
let opened: Arrived | null = null;

export const open = async (record: unknown, how?: Parameters<typeof api.mail>[1]): Promise<Arrived> =>
  (opened = { record, told: await api.mail(record, how) });

/** The saved game that a file holds. Rejects with what the file is, and where that is opened. */
export async function savedIn(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    const all = text.startsWith('{"backup":'); // a line of JSON a game
    throw new Error(all ? words.allGames(file.name, atALink()) : words.notJson(file.name));
  }
}

/** What was opened last, once. */
export function lastOpened(): Arrived | null {
  const last = opened;
  opened = null;
  return last;
}
