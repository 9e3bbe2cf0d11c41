/**
 * Addresses: `#/` the library and your games, `#/import` the same page at its imports, `#/workshop` where you start
 * your own boards, `#/workshop/ID` one of them and `#/workshop/ID/lay` its photographs, `#/mail` where turns by mail
 * are opened and `#/mail/TURN` one of them, `#/rules/GAME/CLAUSE` the rules of a game, `#/background/GAME/PART` its
 * history, options and what is reconstructed, `#/settings`; `#/members` and `#/reports` those of a club,
 * `#/member/NAME` one of them, `#/challenge/ID/LINK` a challenge; `#/play/ID` a table, `#/match/ID/KEY` a seat with a key, `#/match/ID` to watch it; each with `/at/PLY` for
 * the same table at an earlier moment (also `#/match/ID@PLY`), with `/replay/PLY` for a replay of the turn of that
 * moment, with `/review` for the review of the game, and with `/tell` for the editor of its report;
 * `#/study/ID/KEY@PLY` is the same table's study.
 * `#/example/GAME/NAME/STEP` is a worked example at one of its steps. There is no page at any other address.
 */
/** A page about the game that is shown in place of its table. */
export type View = "review" | "tell" | "study" | undefined;
export type Route =
  | { page: "start" | "bring" | "settings" | "members" | "reports" | "nowhere" }
  | { page: "member"; name: string }
  | { page: "challenge"; id: string; link: string }
  | { page: "rules"; game: string | null; clause: string | null }
  | { page: "background"; game: string | null; part: string | null }
  | { page: "workshop"; draft: string | null; laying: boolean }
  | { page: "mail"; letters: string | null }
  | {
      page: "play";
      id: string;
      key: string | null;
      ply: number | null;
      replay: number | null;
      step?: number;
      view?: View;
    };

export const startAddress = "#/";
export const bringAddress = "#/import";
export const settingsAddress = "#/settings";
export const membersAddress = "#/members";
/** The address of a member's page. */
export const memberAddress = (name: string): string => `#/member/${encodeURIComponent(name)}`;
/** What members of the club have reported, for its operator. */
export const reportsAddress = "#/reports";
/** The address that opens a challenge by its link. */
export const challengeAddress = (id: string, link: string): string => `#/challenge/${encodeURIComponent(id)}/${link}`;
export const mailAddress = (letters?: string): string => (letters === undefined ? "#/mail" : `#/mail/${letters}`);
export const workshopAddress = (draft?: string): string =>
  draft === undefined ? "#/workshop" : `#/workshop/${encodeURIComponent(draft)}`;
/** The address of a draft, at the placing of its photographs. */
export const layAddress = (draft: string): string => `${workshopAddress(draft)}/lay`;

function parse(hash: string): Route {
  if (["", "#", startAddress].includes(hash)) return { page: "start" };
  if (hash === settingsAddress) return { page: "settings" };
  if (hash === bringAddress) return { page: "bring" };
  if (hash === membersAddress) return { page: "members" };
  const who = /^#\/member\/([^/]+)$/.exec(hash);
  if (who) return { page: "member", name: decoded(who[1]) ?? "" };
  if (hash === reportsAddress) return { page: "reports" };
  const called = /^#\/challenge\/([^/]+)\/([^/]+)$/.exec(hash);
  if (called) return { page: "challenge", id: decoded(called[1]) ?? "", link: called[2]! };
  const bench = /^#\/workshop(?:\/([^/]+)(\/lay)?)?$/.exec(hash);
  if (bench) return { page: "workshop", draft: decoded(bench[1]), laying: bench[2] !== undefined };
  const mail = /^#\/mail(?:\/([^/]+))?$/.exec(hash);
  if (mail) return { page: "mail", letters: mail[1] ?? null };
  const book = /^#\/rules(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(hash);
  if (book) return { page: "rules", game: decoded(book[1]), clause: decoded(book[2]) };
  const shown = /^#\/example\/([^/]+)\/([^/]+)(?:\/(\d+))?$/.exec(hash);
  if (shown) {
    const id = `example.${decoded(shown[1])}.${decoded(shown[2])}`;
    return { page: "play", id, key: null, ply: null, replay: null, step: Number(shown[3] ?? 1) };
  }
  const told = /^#\/background(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(hash);
  if (told) return { page: "background", game: decoded(told[1]), part: decoded(told[2]) };
  const found =
    /^#\/(?:play\/([^/@]+)|(?:match|study)\/([^/@]+)(?:\/(?!(?:at|replay|review|tell)(?:\/|$))([^/@]+))?)(?:(?:@|\/(at|replay)\/)(\d+)|\/(review|tell))?$/.exec(
      hash,
    );
  const id = found?.[1] ?? found?.[2];
  if (!found || id === undefined) return { page: "nowhere" };
  const moment = found[5] === undefined ? null : Number(found[5]);
  const [ply, replay] = found[4] === "replay" ? [null, moment] : [moment, null];
  const view = hash.startsWith("#/study/") ? "study" : (found[6] as View);
  return { page: "play", id: decoded(id) ?? id, key: found[3] ?? null, ply, replay, view };
}

/** A part of an address. A part that was cut off within a character is used as it is. */
function decoded(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return part ?? null;
  }
}

class Router {
  route = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const router = new Router();
/** The address of a game's rules. Without a game, the first game's. */
export const rulesAddress = (game?: string): string =>
  `#/rules${game === undefined ? "" : `/${encodeURIComponent(game)}`}`;
/** The address of a worked example, at its first step or another one. */
export const exampleAddress = (game: string, name: string, step?: number): string =>
  `#/example/${encodeURIComponent(game)}/${encodeURIComponent(name)}${step === undefined ? "" : `/${step}`}`;
/** The address of a clause of a game's rules. */
export const clauseAddress = (game: string, clause: string): string => `${rulesAddress(game)}/${clause}`;
/** The address of a game's background, or of one part of it. */
export const backgroundAddress = (game: string, part?: string): string =>
  `#/background/${encodeURIComponent(game)}${part === undefined ? "" : `/${encodeURIComponent(part)}`}`;
const moment = (ply?: number): string => (ply === undefined ? "" : `/at/${ply}`);
/** The address of a seat's own table. */
export const seatAddress = (id: string, key: string, ply?: number): string =>
  `#/match/${encodeURIComponent(id)}/${key}${moment(ply)}`;
export const watchAddress = (id: string): string => `#/match/${encodeURIComponent(id)}`;
/** The address of a table. For the open one, with the same viewer. */
export function playAddress(id: string, ply?: number): string {
  const { route } = router;
  const key = route.page === "play" && route.id === id ? route.key : null;
  return key === null ? `#/play/${encodeURIComponent(id)}${moment(ply)}` : seatAddress(id, key, ply);
}
/** The address of the review of the open table's game. */
export const reviewAddress = (id: string): string => `${playAddress(id)}/review`;
/** The address of the editor of the report of the open table's game. */
export const tellAddress = (id: string): string => `${playAddress(id)}/tell`;
/** The address of a replay of the turn that contains a moment of the open table. */
export const replayAddress = (id: string, ply: number): string => `${playAddress(id)}/replay/${ply}`;
export const go = (address: string): void => {
  location.hash = address;
};
