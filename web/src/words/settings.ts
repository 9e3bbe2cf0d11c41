import { catalogue } from "./language";

/** The settings of this browser: in the menu of a table, and on a page of their own. */
export const words = catalogue("settings", {
  settings: "Settings",
  settingsDoc: "These settings apply to every game in this browser. They never change a game.",
  light: "Appearance",
  themes: { system: "system", light: "light", dark: "dark" },
  movement: "Animation",
  speeds: { off: "off", normal: "normal", slow: "slow" },
  counters: "Counters",
  scenery: "Scenery on the map",
  counterSets: { symbols: "unit symbols", silhouettes: "silhouettes, if the game has them" },
  advice: "Show a bot’s advice with every decision",
  askFirst: "Ask before a roll, a card draw or the end of a phase",
  autoPass: "Pass automatically when you could only buy something",
  sound: "Play a short sound when it is your turn",
});
