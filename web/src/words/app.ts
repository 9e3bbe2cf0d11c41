import { catalogue } from "./language";

/** The frame around every page, and the connection to the server. */
export const words = catalogue("app", {
  settingUp: "Setting up the table…",
  notLoaded: "This page could not load",
  notLoadedWhy:
    "Part of this page is missing. You or the server may be offline, or a newer version has replaced this one. Your games are safe.",
  loadAgain: "Reload",
  partNotLoaded:
    "This part of the page did not load. You or the server may be offline, or a newer version has replaced this one. Reload the page.",
  noPage: "Page not found",
  noPageWhy: "The address may be misspelled or cut off.",
  toGames: "Go to my games",
  noAnswer: "The server is not responding.",
  tryingAgain: "The server is not responding. Trying again; nothing is lost.",
  playOnFrom: (ply: number) => `Play from entry ${ply}`,
  /** Of two versions that were changed apart. */
  theirs: "Load the other version",
  mine: "Save this version instead",
  tooLarge: "This is too large for the server.",
  answered: (status: number) => `The server returned status ${status} without an explanation.`,
});
