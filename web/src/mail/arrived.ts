import { api } from "../api";
import type { Mailed } from "../protocol";

/** A turn that has come, and what became of it. */
export interface Arrived {
  record: unknown;
  told: Mailed;
}

/** What was opened on another page and is told on that of the mail. */
let opened: Arrived | null = null;

export const open = async (record: unknown): Promise<Arrived> => (opened = { record, told: await api.mail(record) });

/** What was opened last, once. */
export function lastOpened(): Arrived | null {
  const last = opened;
  opened = null;
  return last;
}
