import type { NotKept, Why } from "../house/messages";
import { catalogue, counted, language } from "./language";

const megabytes = (bytes: number): string =>
  (bytes / 1e6).toLocaleString(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** The local back end of a page that has no server. */
export const words = catalogue("house", {
  coming: (bytes: number, of: number) => `Loading the table: ${megabytes(bytes)} of ${megabytes(of)}\u00a0MB`,
  onceOnly: "This happens only once. The next visit takes seconds and works offline.",
  comingDoc: "Look around, read the rules or choose a game. Your choice starts when loading ends.",
  setting: "Setting up the table…",
  parts: { python: "Python", library: "Standard library", games: "The games" },
  part: (bytes: number) => `${megabytes(bytes)}\u00a0MB`,
  seconds: (seconds: number) => `about ${seconds} s`,
  stop: "Stop",
  stopped: "Loading is paused. The downloaded part is kept.",
  goOn: "Continue",
  waiting: "Your choice starts when loading ends.",
  free: "Cancel (Esc)",
  ready: "Ready to play, even offline.",
  readyDoc: "Games, rules and opponents run in this browser. No server, no account, no data sent.",
  install: "Install as an app",
  close: "Close",
  again: "Try again",
  script: "the script that runs the games",
  failures: {
    elsewhere: () => "Your games are open in another tab. Continue there, or close it and reload this page.",
    noWasm: () =>
      "This browser has no WebAssembly and cannot run the games. Use a newer Firefox, Chrome, Edge or Safari.",
    unsafe: () =>
      "Without HTTPS, browsers do not store games safely. Open this page with https://, or with http://localhost on the host.",
    unreadable: (what: string) =>
      `The games stored in this browser cannot be read (${what}). To start over, delete this page’s data in the browser settings. You can load saved files again.`,
    noStorage: (what: string) =>
      `The browser does not let this page store data (${what}). Leave private browsing, allow storage or free some space. Games stored earlier are safe.`,
    noFile: (what: string) =>
      `Could not download a file (${what}). Check your connection and reload this page. Your games are safe.`,
    damaged: (what: string) =>
      `A stored file is damaged and could not be downloaded again (${what}). Check your connection and reload this page. Your games are safe.`,
    broken: (what: string) => `The games could not load (${what}). Reload this page. Your games are safe.`,
  } satisfies Record<Why, (what: string) => string>,

  thisBrowser: "This browser",
  keptHere: "Storage used",
  used: (used: number, quota: number) =>
    quota > 1e9
      ? `${megabytes(used)} MB of ${Math.floor(quota / 1e9)} GB`
      : `${megabytes(used)} MB of ${megabytes(quota)}`,
  unknown: "unknown",
  offline: "Offline",
  yes: "yes ✓",
  whenLoaded: "when everything is loaded",
  notHere: "not in this browser",
  notYet: "not yet.",
  notKept: {
    notSent: (what: string) => `The host did not send a file (${what}).`,
    changed: (what: string) => `The host sent a changed file (${what}).`,
    changing: () => "The host is switching to another version.",
    noSpace: (what: string) => `The browser could not store the files (${what}).`,
    refused: (what: string) => `The browser refused (${what}).`,
  } satisfies Record<NotKept["why"], (what: string) => string>,
  lasting: "Persistent storage",
  askLasting: "Ask the browser",
  refused: "The browser declined. It may agree once you visit often or install the page. “Save all” makes a copy.",
  allGames: "All games in one file",
  saveAll: "Save all",
  loadAll: "Load all",
  taken: (games: number, there: number) =>
    `${counted(games, { one: "# game", other: "# games" })} loaded; ${counted(there, { one: "# was", other: "# were" })} already here.`,
  version: "Version",
  newest: (version: string) => `${version} · newest ✓`,
  unchecked: (version: string) => `${version} · could not check for updates`,
  newer: "Update available.",
  newerOnHost: "The host has a newer version.",
  take: "Update now",
  newerDoc: "Your games are kept. If you wait, the update installs on your next visit.",
  needsServer: (secrets: boolean) =>
    secrets
      ? "Two people can play at this screen. This game has secrets, so you need a server to play online. If you have Mamayev installed, start one with “mamayev serve”."
      : "Two people can play at this screen or by mail. To play live online, you need a server. If you have Mamayev installed, start one with “mamayev serve”.",
  farAway: "Opponent far away?",
  farAwayDoc: "Games without secrets can be played by mail. “Copy my turn” in the menu makes a link for your opponent.",
  byMail: "Play by mail",
  farAwayServer: "Games with secrets, spectators and chat need a server. If you have Mamayev installed, start one:",
});
