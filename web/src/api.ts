import type {
  Clause,
  GameEvent,
  GameInfo,
  MatchCard,
  MatchSetup,
  PastTable,
  PieceChoice,
  Reason,
  Scene,
  Series,
  State,
} from "./protocol";

/** The server said no: a sentence for people, the clauses it rests on, and the present state where ours was old. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly clauses: string[] = [],
    readonly state: State | null = null,
  ) {
    super(message);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Unreachable("The server does not answer.");
  }
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  if (answer.status >= 502 && answer.status <= 504) throw new Unreachable("The server does not answer.");
  const refusal = (data ?? {}) as { error?: string; clauses?: string[]; state?: State };
  throw new Refused(
    refusal.error ?? `The server answered ${answer.status}.`,
    answer.status,
    refusal.clauses ?? [],
    refusal.state ?? null,
  );
}

const match = (id: string, rest = ""): string => `/matches/${encodeURIComponent(id)}${rest}`;

export interface NewMatch {
  game: string;
  edition?: string;
  options?: Record<string, unknown>;
  seed?: number;
  dice?: "seeded" | "hand";
  seats?: Record<string, string>;
  name?: string;
  components?: string;
  lesson?: string;
}
export interface WhyQuestion {
  text?: string;
  piece?: string;
  space?: string;
  verb?: string;
}

export const api = {
  games: () => call<GameInfo[]>("GET", "/games"),
  rules: (game: string) => call<{ clauses: Clause[] }>("GET", `/games/${encodeURIComponent(game)}/rules`),
  matches: () => call<MatchCard[]>("GET", "/matches"),
  create: (body: NewMatch) => call<State>("POST", "/matches", body),
  state: (id: string) => call<State>("GET", match(id)),
  change: (id: string, body: { name?: string; seats?: Record<string, string> }) =>
    call<State>("PATCH", match(id), body),
  remove: (id: string) => call<void>("DELETE", match(id)),
  restore: (id: string) => call<State>("POST", match(id, "/restore"), {}),
  play: (id: string, played: string | string[], version: number) =>
    call<State>("POST", match(id, "/actions"), {
      ...(typeof played === "string" ? { text: played } : { texts: played }),
      version,
    }),
  choices: (id: string, pieces: string[]) =>
    call<PieceChoice[]>("GET", match(id, `/choices?${new URLSearchParams(pieces.map((piece) => ["piece", piece]))}`)),
  undo: (id: string, version: number, practice: boolean, to?: number) =>
    call<State>("POST", match(id, "/undo"), { version, practice, to }),
  redo: (id: string, version: number) => call<State>("POST", match(id, "/redo"), { version }),
  leaveLesson: (id: string, version: number) => call<State>("POST", match(id, "/leave-lesson"), { version }),
  why: (id: string, about: WhyQuestion) => call<{ reasons: Reason[] }>("POST", match(id, "/why"), about),
  hint: (id: string, bot?: string) =>
    call<{ text: string; label: string; why: string }>("POST", match(id, "/hint"), bot ? { bot } : {}),
  setup: (id: string) => call<MatchSetup>("GET", match(id, "/setup")),
  scene: (id: string) => call<Scene>("GET", match(id, "/scene")),
  log: (id: string) => call<{ events: GameEvent[] }>("GET", match(id, "/log")),
  at: (id: string, ply: number) => call<PastTable>("GET", match(id, `/at/${ply}`)),
  branch: (id: string, ply: number) => call<State>("POST", match(id, "/branch"), { ply }),
  series: (id: string) => call<{ series: Series[] }>("GET", match(id, "/series")),
  import: (record: unknown) => call<State>("POST", "/records", record),
  recordUrl: (id: string) => `/api${match(id, "/record")}`,
  liveUrl: (id: string) =>
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api${match(id, "/live")}`,
};
