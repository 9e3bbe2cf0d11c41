import { api, Refused, wordsOf } from "../api";
import { atALink } from "../house/mark";
import type { FileRead, Mailed } from "../protocol";
import { words } from "../words/start";

/** Who sits on a seat that someone plays elsewhere. */
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

/** Why a saved game was not taken in. `ply`: the last entry that holds of a game that the installed rules stop, else 0. */
export interface NotTaken {
  text: string;
  record: unknown;
  ply: number;
}
export const notTaken = (error: unknown, record?: unknown): NotTaken => ({
  text: wordsOf(error),
  record,
  ply: error instanceof Refused ? error.holds : 0,
});

/** The saved game that a file holds. Rejects with what the file is, and where that is opened. */
export async function savedIn(file: File): Promise<unknown> {
  const { kind, text } = await readFile(file);
  if (kind === "record" || kind === "json") return JSON.parse(text) as unknown;
  if (kind === "backup") throw new Error(words.allGames(file.name, atALink()));
  throw new Error(kind === "board" ? words.isBoard(file.name) : words.notJson(file.name));
}

/** What a file holds. Rejects with a sentence that names it. */
export async function readFile(file: File): Promise<FileRead> {
  try {
    return await api.readFile(file);
  } catch (error) {
    throw error instanceof Refused ? new Error(`${file.name}: ${error.message}`, { cause: error }) : error;
  }
}

/** What was opened last, once. */
export function lastOpened(): Arrived | null {
  const last = opened;
  opened = null;
  return last;
}

/** What a file was called before it was compressed, or saved beside one of the same name: "map (1).toml" is "map.toml". */
export const firstName = (name: string): string => name.replace(/ ?\(\d+\)(?=(\.\w+)+$)/, "").replace(/\.gz$/i, "");

/** Whether a file of a folder may hold text of ours: the others are left alone. */
export const mayBeText = (name: string): boolean => /\.(toml|json)(\.gz)?$|\.zip$/i.test(name);
