import { catalogue } from "./language";

/** The frame round every page, and the line to the server. */
export const words = catalogue("app", {
  settingUp: "Setting up the table …",
  notLoaded: "This page could not be loaded",
  notLoadedWhy:
    "A part of this page did not come: you are offline, the server is, or a newer version has taken the place of this one. Nothing is lost.",
  loadAgain: "Load again",
  noPage: "There is no such page",
  noPageWhy: "The address may be misspelt or cut off.",
  toGames: "To my games",
  noAnswer: "The server does not answer.",
  tryingAgain: "The server does not answer. Trying again; nothing is lost.",
  playOnFrom: (ply: number) => `Play on from entry ${ply}`,
  answered: (status: number) => `The server answered with status ${status} and no explanation.`,
});
