import { api } from "../api";
import type { Mailed } from "../protocol";

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

/** What was opened last, once. */
export function lastOpened(): Arrived | null {
  const last = opened;
  opened = null;
  return last;
}
