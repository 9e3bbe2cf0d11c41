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
 * safely, what is kept cannot be read, a file did not come, or something else. */
export type Why = "elsewhere" | "noWasm" | "unsafe" | "unreadable" | "noStorage" | "noFile" | "broken";

/** What the house asks the worker in which bots think, one question after the other, and what it is told. */
export type Question =
  | { kind: "open"; base: string; runtime: Runtime }
  | { kind: "think"; question: string }
  | { kind: "advise"; question: string };

export type Found =
  { kind: "ready" } | { kind: "share"; share: number } | { kind: "found"; found: string } | { kind: "failed" };
