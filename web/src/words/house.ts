import type { NotKept, Why } from "../house/messages";
import { catalogue, counted, language } from "./language";

const megabytes = (bytes: number): string =>
  (bytes / 1e6).toLocaleString(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** The house of a page that has no server. */
export const words = catalogue("house", {
  coming: (bytes: number, of: number) => `The table is on its way: ${megabytes(bytes)} of ${megabytes(of)}\u00a0MB`,
  onceOnly: "Once only; the next visit takes seconds and no net.",
  comingDoc: "Look round, read the rules, choose a game: it begins by itself.",
  setting: "The table is being set up …",
  parts: { python: "Python", library: "Its library", games: "The games" },
  part: (bytes: number) => `${megabytes(bytes)}\u00a0MB`,
  seconds: (seconds: number) => `about ${seconds} s`,
  stop: "Stop",
  stopped: "Loading has been stopped. What has come is kept.",
  goOn: "Go on",
  waiting: "What you chose begins by itself.",
  free: "Not yet (Esc)",
  ready: "Ready. Plays offline from now on.",
  readyDoc: "Everything is in this browser: games, rules, opponents. No server, no account; nothing leaves it.",
  install: "Install as an app",
  close: "Close",
  again: "Try again",
  script: "the script that plays the games",
  failures: {
    elsewhere: () => "Your games are open in another tab. Go on there, or close it and load this page again.",
    noWasm: () =>
      "This browser cannot run the games (it has no WebAssembly). A newer Firefox, Chrome, Edge or Safari can.",
    unsafe: () =>
      "This page came without HTTPS, and browsers keep no games safely for such a page. Open it by https://, or on its host’s own machine by http://localhost.",
    unreadable: (what: string) =>
      `The games that the browser keeps for this page cannot be read (${what}). Delete the data of this page in the browser’s settings to begin anew; what you have saved as a file can be loaded again.`,
    noStorage: (what: string) =>
      `The browser lets this page keep nothing (${what}). Leave the private window, allow the page to store data, or free space; what was answered before is kept.`,
    noFile: (what: string) =>
      `A file did not come (${what}). See whether you are online, and load this page again; what was played is kept.`,
    damaged: (what: string) =>
      `A file that this browser keeps is damaged, and the host did not send it again (${what}). Check your connection and load this page again; your games are kept.`,
    broken: (what: string) => `The games could not be loaded (${what}). Load this page again; what was played is kept.`,
  } satisfies Record<Why, (what: string) => string>,

  thisBrowser: "This browser",
  keptHere: "Kept here",
  used: (used: number, quota: number) =>
    quota > 1e9
      ? `${megabytes(used)} MB of ${Math.floor(quota / 1e9)} GB`
      : `${megabytes(used)} MB of ${megabytes(quota)}`,
  unknown: "not known",
  offline: "Offline",
  yes: "yes ✓",
  whenLoaded: "as soon as all is loaded",
  noOffline: "not in this browser",
  notYet: "not yet.",
  notKept: {
    notSent: (what: string) => `The host did not send a file (${what}).`,
    changed: (what: string) => `The host changes a file on its way (${what}).`,
    changing: () => "The host is changing to another version.",
    noSpace: (what: string) => `The browser could not store the files (${what}).`,
    refused: (what: string) => `The browser refuses (${what}).`,
  } satisfies Record<NotKept["why"], (what: string) => string>,
  lasting: "Stays until you delete it",
  askLasting: "Ask the browser",
  refused:
    "The browser says no for now; it may agree once you have come back often or installed the page. Save all keeps a copy.",
  allGames: "All your games as one file",
  saveAll: "Save all",
  loadAll: "Load all",
  taken: (games: number, there: number) =>
    `${counted(games, { one: "# game", other: "# games" })} taken in; ${counted(there, { one: "# was", other: "# were" })} there already.`,
  version: "Version",
  newest: (version: string) => `${version} · newest ✓`,
  unchecked: (version: string) => `${version} · cannot check for a newer one`,
  newer: "A newer version is here.",
  newerOnHost: "A newer version is on the host.",
  take: "Load it now",
  newerDoc: "Your games stay; it begins by itself when you next open the page.",
  needsServer: (secrets: boolean) =>
    secrets
      ? "Two play at this screen. This game hides things from each side, so someone elsewhere needs a server: whoever has Mamayev installed starts one with “mamayev serve”."
      : "Two play at this screen, or by mail. Someone elsewhere who sees each move as it is made needs a server: whoever has Mamayev installed starts one with “mamayev serve”.",
  farAway: "Someone far away?",
  farAwayDoc:
    "Games that hide nothing go by mail: “Copy my turn” in the table’s menu makes a link, the other one opens it and answers.",
  byMail: "Play by mail",
  farAwayServer: "Games with secrets, spectators and chat need a server; whoever has Mamayev installed starts one:",
});
