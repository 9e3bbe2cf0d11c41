import type { Part, Runtime } from "./mark";

/**
 * What a page asks the worker that is its back end, and what it receives. `number` identifies the question or
 * connection. `base`: the folder with Python's files.
 */
export type Asked =
  | { kind: "open"; base: string; runtime: Runtime }
  | { kind: "ask"; number: number; method: string; target: string; key: string | undefined; body: string | Uint8Array }
  /** The page no longer waits for the answer to a question. */
  | { kind: "drop"; number: number }
  /** All games as one file, and the import of such a file. */
  | { kind: "saveAll"; number: number }
  | { kind: "loadAll"; number: number; name: string; text: string }
  | { kind: "follow"; number: number; target: string }
  | { kind: "say"; number: number; text: string }
  | { kind: "leave"; number: number };

export type Told =
  | { kind: "loaded"; part: Part; bytes: number }
  | { kind: "ready" }
  | { kind: "failed"; why: Why; what: string }
  | { kind: "answer"; number: number; status: number; body: string; file: string | undefined }
  | { kind: "text"; number: number; text: string }
  | { kind: "closed"; number: number; code: number; reason: string };

/**
 * Why there is no back end: another tab has it, the browser cannot run it or may not keep anything, the page was not
 * loaded over a secure connection, stored data cannot be read, a file failed to load, a kept file is damaged and fails
 * to load again, or something else.
 */
export type Why = "elsewhere" | "noWasm" | "unsafe" | "unreadable" | "noStorage" | "noFile" | "damaged" | "broken";

/**
 * Why the browser does not keep the files for offline visits: the host does not send a file, or sends other content;
 * the folder is being changed; there is no space; or the browser refuses for another reason.
 */
export interface NotKept {
  why: "notSent" | "changed" | "changing" | "noSpace" | "refused";
  what: string;
}
/** The result of a check of all kept files: those that were damaged and loaded again, and those that could not be. */
export interface Repaired {
  renewed: string[];
  lost: NotKept[];
}

/** What the back end asks the worker in which bots think, one question after another, and what it receives. */
export type Question =
  /** `helps`: it plays rollouts for another worker. */
  | { kind: "open"; base: string; runtime: Runtime; helps: boolean }
  /** Some rollouts of a search, as pickled data. */
  | { kind: "roll"; root: Uint8Array; jobs: Uint8Array }
  | { kind: "think"; question: string }
  | { kind: "advise"; question: string }
  | { kind: "review"; question: string };

export type Found =
  | { kind: "ready" }
  | { kind: "share"; share: number }
  /** What a review knows so far. */
  | { kind: "part"; found: string }
  | { kind: "found"; found: string }
  | { kind: "failed" };

/** The results of some rollouts, which a worker sends to the one that it helps. */
export interface Rolled {
  kind: "rolled";
  found: number[];
}
