import type {
  Background,
  BranchWanted,
  ChatLine,
  Choice,
  Company,
  ComponentChecks,
  Diary,
  Expectations,
  Draft,
  DraftCard,
  DraftChange,
  EditsKept,
  EditsSent,
  FileRead,
  Foretold,
  GameEvent,
  GameInfo,
  GameReport,
  Health,
  Hint,
  Intended,
  Mailed,
  MatchCard,
  MatchSetup,
  NewDraft,
  NewMatch,
  Overlay,
  OwnBox,
  PastTable,
  Question,
  Reason,
  Refusal,
  ReportDraft,
  Change,
  ReplyWanted,
  ReviewNow,
  Rules,
  Scene,
  Series,
  State,
  Throw,
  Thumbnail,
} from "./protocol";
import { atALink } from "./house/mark";
import type { Forecast, Orders, OrderSheet, OrdersGiven, Situation } from "./orders/forms";
import { words } from "./words/app";

/**
 * The server refused: a sentence for the player, the clauses behind it, the current state if ours was out of date, the
 * wrong field, and, for a saved game that the rules stop, the number of valid entries, which can be imported as a
 * branch.
 */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly clauses: string[] = [],
    readonly state: State | null = null,
    readonly field = "",
    readonly holds = 0,
  ) {
    super(message);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

/** The sentence of an error. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * How the player is at a match: with the key of a seat in a private game, or as the viewer of a seat (or, as `*`, of
 * the public).
 */
export interface Viewer {
  key?: string;
  seat?: string;
}
const sitting = new Map<string, Viewer>();
/** Use this viewer for every further call for this match. */
export const sit = (id: string, viewer: Viewer): void => void sitting.set(id, viewer);

/** What is sent: the bytes of a file unchanged, everything else as JSON. */
const sent = (body: unknown): Uint8Array<ArrayBuffer> | string =>
  body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);

type Send = (
  method: string,
  target: string,
  key: string | undefined,
  body: unknown,
  signal: AbortSignal | undefined,
) => Promise<Response>;

const toHouse: Send = async (method, target, key, body, signal) =>
  (await import("./house/house")).house().ask(method, target, key, body === undefined ? "" : sent(body), signal);

/** Whether the page is being left: what it still sends outlives it, up to the size that browsers allow for that. */
let leaving = false;
const OUTLIVES = 60_000;
addEventListener("pagehide", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));

const toServer: Send = (method, target, key, body, signal) => {
  const content = body === undefined ? undefined : sent(body);
  return fetch(target, {
    method,
    signal,
    keepalive: leaving && new Blob([content ?? ""]).size < OUTLIVES,
    headers: {
      ...(body === undefined
        ? {}
        : { "Content-Type": body instanceof Uint8Array ? "application/octet-stream" : "application/json" }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: content,
  });
};

/** `signal` ends the request: the server drops any thought for the answer. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  key?: string,
  signal?: AbortSignal,
): Promise<T> {
  let answer: Response;
  try {
    answer = await (atALink() ? toHouse : toServer)(method, `/api${path}`, key, body, signal);
  } catch (error) {
    if (atALink() || signal?.aborted) throw error;
    throw new Unreachable(words.noAnswer);
  }
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && data === undefined) throw new Unreachable(words.noAnswer); // the connection ended in mid-answer
  if (answer.ok) return data as T;
  if (answer.status >= 502 && answer.status <= 504) throw new Unreachable(words.noAnswer);
  const refusal = (data ?? {}) as Partial<Refusal>;
  throw new Refused(
    refusal.error ?? (answer.status === 413 ? words.tooLarge : words.answered(answer.status)),
    answer.status,
    refusal.clauses ?? [],
    refusal.state ?? null,
    refusal.field,
    refusal.holds,
  );
}

const address = (id: string, rest: string): string => {
  const { seat } = sitting.get(id) ?? {};
  const named = seat === undefined ? "" : `${rest.includes("?") ? "&" : "?"}seat=${encodeURIComponent(seat)}`;
  return `/matches/${encodeURIComponent(id)}${rest}${named}`;
};
export const at = <T>(method: string, id: string, rest = "", body?: unknown, signal?: AbortSignal): Promise<T> =>
  call<T>(method, address(id, rest), body, sitting.get(id)?.key, signal);

const reviewed = (whose?: string): string => (whose === undefined ? "" : `?whose=${encodeURIComponent(whose)}`);

export type Reply = ReplyWanted["reply"];
/** When a lent seat comes back to its player. */
export type Until = NonNullable<Change["until"]>;

export const api = {
  health: () => call<Health>("GET", "/health"),
  games: () => call<GameInfo[]>("GET", "/games"),
  game: (game: string) => call<GameInfo>("GET", `/games/${encodeURIComponent(game)}`),
  rules: (game: string) => call<Rules>("GET", `/games/${encodeURIComponent(game)}/rules`),
  background: (game: string) => call<Background>("GET", `/games/${encodeURIComponent(game)}/background`),
  /** `undone`: the hexes and counters of each file that are still to be done. */
  checkComponents: (game: string, files: Record<string, string>, undone?: Record<string, string[]>) =>
    call<ComponentChecks>("POST", `/games/${encodeURIComponent(game)}/components`, { files, undone }),
  ownBox: (game: string) => call<OwnBox>("GET", `/games/${encodeURIComponent(game)}/workshop`),
  gameScene: (game: string) => call<Scene>("GET", `/games/${encodeURIComponent(game)}/scene`),
  drafts: (ids: string[]) => call<DraftCard[]>("GET", `/drafts?${new URLSearchParams(ids.map((id) => ["id", id]))}`),
  draft: (id: string) => call<Draft>("GET", `/drafts/${encodeURIComponent(id)}`),
  beginDraft: (draft: NewDraft) => call<DraftCard>("POST", "/drafts", draft),
  keepDraft: (id: string, draft: DraftChange) => call<DraftCard>("PUT", `/drafts/${encodeURIComponent(id)}`, draft),
  removeDraft: (id: string) => call<void>("DELETE", `/drafts/${encodeURIComponent(id)}`),
  gameThumbnail: (game: string) => call<Thumbnail>("GET", `/games/${encodeURIComponent(game)}/thumbnail`),
  matches: () => call<MatchCard[]>("GET", "/matches"),
  create: (body: NewMatch) => call<State>("POST", "/matches", body),
  state: (id: string) => at<State>("GET", id),
  change: (id: string, body: { name?: string; seats?: Record<string, string>; until?: Until }) =>
    at<State>("PATCH", id, "", body),
  remove: (id: string) => at<void>("DELETE", id),
  restore: (id: string) => at<State>("POST", id, "/restore", {}),
  play: (id: string, played: string | string[], version: number) =>
    at<State>("POST", id, "/actions", {
      ...(typeof played === "string" ? { text: played } : { texts: played }),
      version,
    }),
  /** What pieces may do: on paths through the spaces `by`, or all the paths to one space. */
  choices: (id: string, pieces: string[], by: string[] = [], space?: string) => {
    const asked = [...pieces.map((piece) => ["piece", piece]), ...by.map((bend) => ["by", bend])];
    if (space !== undefined) asked.push(["space", space]);
    return at<Choice[]>("GET", id, `/choices?${new URLSearchParams(asked)}`);
  },
  foretell: (id: string, text: string, version: number) =>
    at<Foretold>("GET", id, `/foretell?${new URLSearchParams({ action: text, version: `${version}` })}`),
  /** `apart`: pieces that other attacks need. */
  overlay: (id: string, overlay: string, apart: string[] = []) => {
    const asked = new URLSearchParams(apart.map((piece) => ["apart", piece]));
    return at<Overlay>("GET", id, `/overlays/${encodeURIComponent(overlay)}${apart.length > 0 ? `?${asked}` : ""}`);
  },
  faces: (id: string, ply: number) => at<Throw[]>("GET", id, `/faces/${ply}`),
  undo: (id: string, version: number, practice: boolean, to?: number, alone?: boolean) =>
    at<State>("POST", id, "/undo", { version, practice, to, alone }),
  askUndo: (id: string, version: number) => at<State>("POST", id, "/undo", { version, ask: true }),
  answerUndo: (id: string, version: number, answer: "grant" | "refuse" | "withdraw") =>
    at<State>("POST", id, "/undo/answer", { version, answer }),
  reply: (id: string, reply: Reply, armed?: number[]) => at<State>("PUT", id, "/reply", { reply, armed }),
  resign: (id: string, version: number) => at<State>("POST", id, "/resign", { version }),
  company: (id: string) => at<Company>("GET", id, "/company"),
  say: (id: string, text: string) => at<ChatLine>("POST", id, "/chat", { text }),
  redo: (id: string, version: number) => at<State>("POST", id, "/redo", { version }),
  leaveLesson: (id: string, version: number) => at<State>("POST", id, "/leave-lesson", { version }),
  why: (id: string, about: Question) => at<{ reasons: Reason[] }>("POST", id, "/why", about),
  endThought: (id: string) => at<{ ended: boolean }>("POST", id, "/thought/end"),
  hint: (id: string, bot?: string, signal?: AbortSignal) => at<Hint>("POST", id, "/hint", bot ? { bot } : {}, signal),
  intent: (id: string, ply: number, signal?: AbortSignal) =>
    at<Intended>("GET", id, `/intent/${ply}`, undefined, signal),
  orders: (id: string) => at<OrderSheet>("GET", id, "/orders"),
  ordersGiven: (id: string) => at<OrdersGiven[]>("GET", id, "/orders/given"),
  giveOrders: (id: string, version: number, orders: Orders) =>
    at<OrderSheet>("POST", id, "/orders", { version, orders }),
  /** `plays`: how many times the turn is played for the forecast. */
  forecast: (id: string, version: number, orders: Orders, plays: number, signal: AbortSignal) =>
    at<Forecast>("POST", id, "/orders/preview", { version, orders, plays }, signal),
  /** `goOn`: the orders that a stop was about, and that the staff may break. */
  carryOut: (id: string, version: number, goOn: string[]) =>
    at<OrderSheet>("POST", id, "/orders/carry", { version, go_on: goOn }),
  /** Take the seat back from the staff that carries out its orders. */
  endCarrying: (id: string) => at<undefined>("DELETE", id, "/orders/carry"),
  situation: (id: string) => at<Situation>("GET", id, "/situation"),
  /** `whose`: the seat that is reviewed. By default, the player's own, or else the first. */
  review: (id: string, whose?: string) => at<ReviewNow>("GET", id, `/review${reviewed(whose)}`),
  beginReview: (id: string, whose?: string, budget?: number) => at<ReviewNow>("POST", id, "/review", { whose, budget }),
  stopReview: (id: string, whose?: string) => at<undefined>("DELETE", id, `/review${reviewed(whose)}`),
  /** The costly decision after `ply`, played better in another game. */
  betterLine: (id: string, ply: number, whose?: string) => at<State>("POST", id, "/review/line", { ply, whose }),
  setup: (id: string) => at<MatchSetup>("GET", id, "/setup"),
  scene: (id: string, ply?: number) => at<Scene>("GET", id, ply === undefined ? "/scene" : `/scene?ply=${ply}`),
  log: (id: string) => at<{ events: GameEvent[] }>("GET", id, "/log"),
  at: (id: string, ply: number) => at<PastTable>("GET", id, `/at/${ply}`),
  branch: (id: string, ply: number, more: Omit<BranchWanted, "ply"> = {}) =>
    at<State>("POST", id, "/branch", { ply, ...more }),
  thumbnail: (id: string, ply?: number) =>
    at<Thumbnail>("GET", id, `/thumbnail${ply === undefined ? "" : `?ply=${ply}`}`),
  diary: (id: string, range: Record<string, number>) =>
    at<Diary>(
      "GET",
      id,
      `/diary?${Object.entries(range)
        .map(([name, value]) => `${name}=${value}`)
        .join("&")}`,
    ),
  expected: (id: string, from: number, to: number) => at<Expectations>("GET", id, `/expected?from=${from}&to=${to}`),
  report: (id: string, wanted: { format: "html" | "md" | "bbcode"; told: "own" | "both"; link: string }) =>
    at<GameReport>("GET", id, `/report?${new URLSearchParams(wanted)}`),
  reportDraft: (id: string, told: "own" | "both") => at<ReportDraft>("GET", id, `/report/draft?told=${told}`),
  /** `since`: when the edits that these replace were stored; null replaces any. Refused with the field `since`. */
  keepEdits: (id: string, edits: EditsSent, since: string | null) =>
    at<EditsKept>("PUT", id, `/report/edits${since === null ? "" : `?${new URLSearchParams({ since })}`}`, edits),
  series: (id: string) => at<{ series: Series[] }>("GET", id, "/series"),
  /** The text of a file that the player chose, and its kind as recognized by its content. Python reads all files. */
  readFile: async (file: File) => call<FileRead>("POST", "/files", new Uint8Array(await file.arrayBuffer())),
  /** `branch`: continue from the point where the rules stop the game. */
  import: (record: unknown, branch = false) =>
    call<State>("POST", branch ? "/records?branch=true" : "/records", record),
  /**
   * A turn by mail. Refused with the field `secrets` if the game hides something. `seat`: the seat that is played here,
   * for a match that begins with this turn. `way`: continue the match despite doubts, or keep it as a separate match.
   */
  mail: (record: unknown, { seat = "", way = "" }: { seat?: string; way?: "" | "on" | "apart" } = {}) =>
    call<Mailed>("POST", `/mail?${new URLSearchParams({ seat, way })}`, record),
  record: (id: string) => at<unknown>("GET", id, "/record"),
  recordUrl: (id: string) => `/api/matches/${encodeURIComponent(id)}/record`,
  liveUrl: (id: string, seat?: string) =>
    (atALink() ? "" : socketAddress()) +
    `/api/matches/${encodeURIComponent(id)}/live` +
    (seat === undefined ? "" : `?seat=${encodeURIComponent(seat)}`),
};

/** The address of the connection to the lobby of a club. */
export const clubLiveUrl = (): string => `${socketAddress()}/api/club/live`;

function socketAddress(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
}
