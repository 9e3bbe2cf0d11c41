import { api, Refused, wordsOf } from "../api";
import { atALink } from "../house/mark";
import type { FileRead, Mailed } from "../protocol";
import { words } from "../words/start";

/** The player of a seat that is played elsewhere. */
export const AWAY = "mail";

/** A turn that has arrived, and its outcome. */
export interface Arrived {
  record: unknown;
  told: Mailed;
}

/** What was opened on another page and is shown on the mail page. */
let opened: Arrived | null = null;

export const open = async (record: unknown, how?: Parameters<typeof api.mail>[1]): Promise<Arrived> =>
  (opened = { record, told: await api.mail(record, how) });

/** Why a saved game was not imported. `ply`: the last valid entry of a game that the installed rules stop, else 0. */
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

/** The saved game in a file. Rejects with the kind of file, and where to open that. */
export async function savedIn(file: File): Promise<unknown> {
  const { kind, text } = await readFile(file);
  if (kind === "record" || kind === "json") return JSON.parse(text) as unknown;
  if (kind === "backup") throw new Error(words.allGames(file.name, atALink()));
  throw new Error(kind === "board" ? words.isBoard(file.name) : words.notJson(file.name));
}

/** The content of a file. Rejects with a sentence that names the file. */
export async function readFile(file: File): Promise<FileRead> {
  try {
    return await api.readFile(file);
  } catch (error) {
    throw error instanceof Refused ? new Error(`${file.name}: ${error.message}`, { cause: error }) : error;
  }
}

/** What was last opened, returned once. */
export function lastOpened(): Arrived | null {
  const last = opened;
  opened = null;
  return last;
}

/**
 * The name of a file before it was compressed, or saved beside one with the same name: "map (1).toml" is "map.toml".
 */
export const firstName = (name: string): string => name.replace(/ ?\(\d+\)(?=(\.\w+)+$)/, "").replace(/\.gz$/i, "");

/** Whether a file of a folder may contain text of ours. All others are ignored. */
export const mayBeText = (name: string): boolean => /\.(toml|json)(\.gz)?$|\.zip$/i.test(name);
