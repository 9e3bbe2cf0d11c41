import { call, Refused } from "../api";
import type { State } from "../protocol";
import { allKeys } from "../seats/keys";

/** A seat whose key this browser has. */
export interface Link {
  id: string;
  key: string;
  seat: string;
  name: string;
}

/** The maximum number of seats that are looked up, the newest ones. */
const MOST = 8;

/** The seats whose keys this browser has, newest first. Games that were deleted are left out. */
export async function linksHere(except: ReadonlySet<string> = new Set()): Promise<Link[]> {
  const keys = Object.entries(allKeys()).filter(([id]) => !except.has(id));
  const found = await Promise.all(keys.slice(-MOST).reverse().map(linkOf));
  return found.filter((link) => link !== null);
}

async function linkOf([id, { key }]: [string, { key: string }]): Promise<Link | null> {
  try {
    const state = await call<State>("GET", `/matches/${encodeURIComponent(id)}`, undefined, key);
    return state.held && state.viewer ? { id, key, seat: state.viewer, name: state.name } : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
