import { catalogue } from "./language";

/** What a person sets for this browser: in the menu of a table, and on a page of its own. */
export const words = catalogue("settings", {
  settings: "Settings",
  settingsDoc: "They apply in this browser to every game, and change nothing in any of them.",
  light: "Appearance",
  themes: { system: "as the system", light: "light", dark: "dark" },
  movement: "Animation",
  speeds: { off: "off", normal: "normal", slow: "slow" },
  counters: "Counters",
  counterSets: { symbols: "unit symbols", silhouettes: "silhouettes, where a game has them" },
  advice: "A bot’s advice beside every decision",
  askFirst: "Ask before anything is rolled or drawn or a phase ends",
  autoPass: "Pass automatically where nothing but a purchase is open",
});
