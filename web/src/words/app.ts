import { catalogue } from "./language";

/** The frame round every page, and the line to the server. */
export const words = catalogue("app", {
  settingUp: "Setting up the table …",
  notLoaded: "The table could not be loaded",
  notLoadedWhy: "The server does not answer, or it has been updated since this page was opened. Nothing is lost.",
  loadAgain: "Load again",
  noPage: "There is no such page",
  noPageWhy: "The address may be misspelt or cut off.",
  toGames: "To my games",
  noAnswer: "The server does not answer.",
  tryingAgain: "The server does not answer. Trying again; nothing is lost.",
  answered: (status: number) => `The server answered with status ${status} and no explanation.`,
});
