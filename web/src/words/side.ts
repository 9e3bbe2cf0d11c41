import { catalogue, counted, language } from "./language";

const percent = (chance: number): string =>
  chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });

/** The column beside the map and the dock below it. */
export const words = catalogue("side", {
  chance: (chance: number): string => {
    if (chance <= 0) return "never";
    if (chance >= 1) return "certain";
    return chance < 0.005 ? `under ${percent(0.01)}` : percent(chance);
  },
  odds: "Odds",
  beforeTheRoll: "Before the roll",
  pointAtChoice: "Point at a choice, or move the focus to it: what its dice can give is shown here.",
  noDie: "No die is rolled for this.",
  asYouKnowIt: "As far as you can know it",
  wholeChance: "Chance of each result",
  bySetting: "By what you commit",
  eachFace: (count: number) => counted(count, { one: "One die", other: "One die for each of the # that roll" }),
  diceTogether: (count: number) => counted(count, { one: "One die", other: "# dice read together" }),
  unchanged: "No change to the die",
  toTheDie: "To the die",
  column: "Column",
  finalColumn: "Final column",
  faces: "What each face gives",
  tracks: "Tracks",
  dock: "Tracks and odds",
  cards: "Cards",
  values: "Values",
  actions: "Actions",
  choices: "Choices",
  notNow: "not now",
  closedVerb: "not allowed now; press to see why",
  allChoices: "All choices",
  onTheMap: (count: number) =>
    counted(count, {
      one: "One choice on the map: the bright place, or",
      other: "# choices on the map: point at the bright places, or",
    }),
  choicesHere: (count: number) => counted(count, { one: "one choice", other: "# choices" }),
  pickFromList: "pick from the list",
  cardsThisTurn: (word: string) => `${word}s this turn`,
  inForce: "In force",
  none: "None yet.",
  deck: (draw: number | string, discard: number, removed: number) =>
    `Deck ${draw} · discard ${discard} · removed ${removed}`,
  deckLeft: (draw: number | string) => `deck ${draw}`,
  landsHere: "lands here",
  wholeCard: (title: string) => `The whole card: ${title}`,
  log: "Log",
  filter: "Filter",
  filterLog: "Filter the log",
  happened: "What has happened so far",
  nothingFits: "Nothing in the log fits.",
  nothingYet: "Nothing has happened yet.",
  showRoll: "Show this roll again",
  noWayBack: "no way back beyond this line",
  lastLine: "Last line of the log",
  thisUnit: "unit",
  whichPlace: (verb: string, name: string) => `${verb}: which place for the ${name}?`,
  pickUnit: (count: number) =>
    counted(count, {
      one: "One unit may act: choose it on the map.",
      other: "# units may act: choose one on the map.",
    }),
  whereTo: (name: string) => `Where shall the ${name} go?`,
  whereToMany: (name: string, others: number) =>
    counted(others, {
      one: `Where shall the ${name} and one more go?`,
      other: `Where shall the ${name} and # more go?`,
    }),
  wholeStack: (count: number) => `The whole stack (${count})`,
});
