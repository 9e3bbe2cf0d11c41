import type { Part, Runtime } from "./mark";

/** What a page asks the worker that is its house, and what it is told; `number` says which question or line it is about;
 * `base`: the folder that Python's files are in. */
export type Asked =
  | { kind: "open"; base: string; runtime: Runtime }
  | { kind: "ask"; number: number; method: string; target: string; key: string | undefined; body: string | Uint8Array }
  /** The page waits no longer for the answer to a question. */
  | { kind: "drop"; number: number }
  /** All games as one file, and such a file taken in. */
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

/** Why there is no house: another tab has it, the browser cannot run it or may not keep anything, the page did not come
 * safely, what is kept cannot be read, a file did not come, a kept file is damaged and does not come again, or something else. */
export type Why = "elsewhere" | "noWasm" | "unsafe" | "unreadable" | "noStorage" | "noFile" | "damaged" | "broken";

/** Why the browser does not keep the files for a visit without the net: a file that the host does not send, or sends with
 * other content; a folder that is being changed; no space, or another refusal of the browser. */
export interface NotKept {
  why: "notSent" | "changed" | "changing" | "noSpace" | "refused";
  what: string;
}
/** What came of a check of all kept files: those that were damaged and came again, and those that did not. */
export interface Repaired {
  renewed: string[];
  lost: NotKept[];
}

/** What the house asks the worker in which bots think, one question after the other, and what it is told. */
export type Question =
  | { kind: "open"; base: string; runtime: Runtime }
  | { kind: "think"; question: string }
  | { kind: "advise"; question: string };

export type Found =
  { kind: "ready" } | { kind: "share"; share: number } | { kind: "found"; found: string } | { kind: "failed" };
