/** What a page asks the worker that is its house, and what it is told; `number` says which question or line it is about. */
export type Asked =
  | { kind: "open"; base: string }
  | { kind: "ask"; number: number; method: string; target: string; key: string | undefined; body: string }
  | { kind: "follow"; number: number; target: string }
  | { kind: "say"; number: number; text: string }
  | { kind: "leave"; number: number };

export type Told =
  | { kind: "loaded"; name: string; bytes: number }
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; number: number; status: number; body: string }
  | { kind: "text"; number: number; text: string }
  | { kind: "closed"; number: number; code: number; reason: string };
