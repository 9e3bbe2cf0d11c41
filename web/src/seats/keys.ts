/** The keys of seats that this browser was given: its own by match, and those that it may still pass on. */
const STORED = "mamayev.keys";

export interface Keys {
  key: string;
  /** The seat of that key, once the table has been open. */
  seat?: string;
  /** Keys for the others, by seat. The player who starts a match sends them. */
  others?: Record<string, string>;
}

/** The keys of this browser by match, oldest first. */
export function allKeys(): Record<string, Keys> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, Keys>;
  } catch {
    return {};
  }
}

export const keysOf = (id: string): Keys | null => allKeys()[id] ?? null;

export function keep(id: string, keys: Keys): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...allKeys(), [id]: keys }));
  } catch {
    return; // private windows may refuse storage; the link itself still opens the seat
  }
}

/** Matches that were started in this page and whose invitations have not been shown yet. */
export const begun = new Set<string>();
