import type { Trade } from "../protocol";
import { catalogue, counted, language, listed } from "./language";

const percent = (chance: number): string =>
  chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });

const sums = ([first, defense]: number[]): string =>
  defense === undefined ? `strength ${first}` : `attack ${first}, defense ${defense}`;

/** The panel beside the map and the dock below it. */
export const words = catalogue("side", {
  chance: (chance: number): string => {
    if (chance <= 0) return "never";
    if (chance >= 1) return "certain";
    return chance < 0.005 ? `under ${percent(0.01)}` : percent(chance);
  },
  together: (told: string, names: string[]) => `${told.replace(/\.$/, "")}, with ${listed(names)}.`,
  odds: "Odds",
  beforeTheRoll: "Before the roll",
  pointAtChoice: "Point at or focus a choice to see its possible results.",
  noDie: "This rolls no dice.",
  asYouKnowIt: "Based on what you can see",
  wholeChance: "Chance of each result",
  comesNext: (title: string) => `Next, ${title}:`,
  fromTo: (first: string, last: string) => `${first} to ${last}`,
  bySetting: (results: string[]) => ["Depending on what you commit", results.join(" or ")].filter(Boolean).join(": "),
  eachFace: (count: number) => counted(count, { one: "One die", other: "One die for each of the # units that roll" }),
  diceTogether: (count: number) => counted(count, { one: "One die", other: "# dice read together" }),
  unchanged: "No die modifier",
  toTheDie: "Die modifier",
  column: "Column",
  needs: "needs",
  battleStates: { open: "Undeclared battle", declared: "Declared battle", now: "Battle" },
  attackers: "Attackers",
  defenders: "Defenders",
  oddsAre: (attack: number, defense: number, odds: string) => `${attack} to ${defense}: ${odds}`,
  strengths: (attack: number, defense: number) => `${attack} to ${defense}`,
  stillOwed: "Must still be attacked",
  factors: (number: number) => number.toLocaleString(language(), { maximumFractionDigits: number < 10 ? 1 : 0 }),
  fate: ({ chance, enters }: Trade, yours = false) =>
    `${percent(chance)} ${!enters ? "cleared" : yours ? "lost" : "taken"}`,
  trade: (trade: Trade, yours = false) =>
    (yours
      ? `Expected: you lose ${words.factors(trade.kills)}, they lose ${words.factors(trade.costs)}`
      : `Expected: kills ${words.factors(trade.kills)}, costs ${words.factors(trade.costs)}`) +
    (trade.chance > 0
      ? `; the hex is ${!trade.enters ? "cleared" : yours ? "lost" : "taken"}: ${percent(trade.chance)}`
      : ""),
  wasExpected: ({ kills, costs }: Trade) => `expected: kills ${words.factors(kills)}, costs ${words.factors(costs)}`,
  whatToAttack: "What can I attack?",
  whatToAttackDoc: "Odds, expected losses, and the units needed",
  canAttack: (count: number) => counted(count, { one: "You can attack # stack", other: "You can attack # stacks" }),
  hide: "Hide",
  counting: "Calculating the odds…",
  noAttack: "No attack is available now.",
  lowerOdds: "Lower odds",
  higherOdds: "Higher odds",
  attackNow: "Attack",
  planned: "Planned attacks",
  plannedCount: (count: number) => counted(count, { one: "# attack planned", other: "# attacks planned" }),
  takeBackPlan: "Take back",
  notDeclared: (title: string) => `Could not declare the planned attack on ${title}`,
  inOrder: "Fight all in order",
  inOrderDoc: "Stops when you must choose, or press Escape",
  stopInOrder: "Stop",
  declared: "Declared",
  vain: (why: string) => `No effect now: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  cardsPlayed: "Cards played",
  cardStates: { force: "in force", void: "no effect", now: "in play" },
  activation: "Active now",
  stageStates: { done: "done", now: "now", ahead: "later" },
  pieceStates: { may: "can act", done: "has acted", out: "cannot act now" },
  finalColumn: "Final column",
  faces: "Result by die face",
  totals: "Possible totals",
  tracks: "Tracks",
  dock: "Tracks and odds",
  cards: "Cards",
  values: "Values",
  actions: "Actions",
  choices: "Choices",
  howMany: "How many",
  oneLess: "One fewer",
  oneMore: "One more",
  notNow: "not now",
  severalAtOnce: "Select several at once",
  picked: (verb: string, count: number, most: number) =>
    `${verb}: ${counted(most, { one: `${count} of # unit`, other: `${count} of # units` })}`,
  pickFirst: "Click the units on the map, one after another.",
  tapAgain: "Tap again to confirm",
  closedVerb: "not available; click to see why",
  closedVerbs: (n: number) => `Unavailable: ${n}`,
  allChoices: "All choices",
  onTheMap: (count: number) =>
    counted(count, {
      one: "One choice: click the highlighted space, or",
      other: "# choices: click a highlighted space, or",
    }),
  inTheTray: (count: number) =>
    counted(count, {
      one: "One choice: click the highlight on the map or in the tray, or",
      other: "# choices: click a highlight on the map or in the tray, or",
    }),
  sums,
  stackSums: (count: number, found: number[]) => `stack of ${count}: ${sums(found)}`,
  choicesHere: (count: number) => counted(count, { one: "one choice", other: "# choices" }),
  pickFromList: "pick from the list",
  cardsThisTurn: (words: string) => `${words} this turn`,
  inForce: "In force",
  none: "None yet.",
  deck: (draw: number | string, discard: number, removed: number) =>
    `Deck ${draw} · discard ${discard} · removed ${removed}`,
  deckLeft: (draw: number | string) => `deck ${draw}`,
  landsHere: "goes here",
  wholeCard: (title: string) => `Full card: ${title}`,
  log: "Log",
  filter: "Filter",
  filterLog: "Filter the log",
  happened: "History of the game",
  nothingFits: "No matches in the log.",
  nothingYet: "The log is empty.",
  showRoll: "Show this roll again",
  noWayBack: "you cannot undo past this line",
  lastLine: "Last line of the log",
  thisUnit: "unit",
  whichPlace: (verbs: string[], name: string) => `${name}: ${verbs.join(" or ")} where?`,
  pickUnit: (count: number, verb: string, beside: boolean) => {
    const where = beside ? "in the tray" : "on the map";
    const one = verb ? `${verb}: choose the unit ${where}.` : `One unit can act. Choose it ${where}.`;
    const other = verb ? `${verb}: choose one of # units ${where}.` : `# units can act. Choose one ${where}.`;
    return counted(count, { one, other });
  },
  whereTo: (name: string) => `Where should the ${name} go?`,
  whereToMany: (name: string, others: number) =>
    counted(others, {
      one: `Where should the ${name} and one more unit go?`,
      other: `Where should the ${name} and # more units go?`,
    }),
  goers: (going: number, count: number) => `Moving ${going} of ${count} units`,
  goes: "moves",
  stays: "stays",
  wholeStack: (count: number) => `Whole stack (${count})`,
  otherWay: "Another path",
  pin: "Waypoints",
  pinDoc: "Each click adds a waypoint. Click the last one again to move",
  pinned: "Each click adds a waypoint. Click the last one again to move. Escape removes it.",
  question: "Decision",
  earlierMoment: "Earlier position",
  gameOver: "The game is over",
  result: (level: string, points: number) => `${level}: ${counted(points, { one: "# point", other: "# points" })}`,
  reviewDoc: "Review any turn from the log or the plots, or play on from there.",
  toDecide: (seat: string) => `${seat} to decide`,
  rolling: "Rolling the dice…",
  showing: "Showing what happened…",
  settingUp: "Setting up the table…",
  thisIsIt: "The result…",
  skipDoc: "Press a key, click or tap to skip to the next decision.",
  diceFirst: (seat: string) => `The dice stay here until you hand over to ${seat}.`,
  handOver: "Hand over",
  decides: (seat: string) => `${seat} to decide.`,
  decidesSince: (seat: string, time: string) => `${seat} to decide, since ${time}.`,
  isAway: "That player is away. This tab’s title tells you when play continues.",
  waitingDoc: "Meanwhile you can use the map, log and rules.",
  carrying: "Your staff is carrying out your orders. It stops when you must decide. Press Escape to stop it.",
  botPlays: (bot: string, seat: string) => `${seat}: the ${bot} bot is playing.`,
  thinks: (done: number) => `Thinking… ${done}%`,
  adviserThinks: (done: number) => `The adviser is thinking… ${done}%`,
  tellNow: "Show advice now",
  playNow: "Play now",
  playNowDoc: "The bot plays the best move it has found so far.",
  takeOver: "Take over from the bot",
  adviceOf: "Advice from",
  why: "Why",
  because: "Because",
  threatened: "Threatened units",
  showAttack: "Units that could attack there, and their odds.",
  nextBest: "Next best plan:",
  doIt: "Do it",
  shuffleNow: (deck: string) => `Shuffle the discard pile back into your deck (${deck}).`,
  correctLast: (noun: string, what: string) => `Correct the last ${noun}${what ? ` (${what})` : ""}`,
  roll: "roll",
  correct: "correct",
  correctEntry: (text: string) => `Correct this entry: ${text}`,
  turn: (turn: number) => `Turn ${turn}`,
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  columnBy: (shift: string) => `column shift ${shift}`,
  card: (name: string) => `Card ${name}`,
  onDie: (die: number) => (die >= 6 ? "always" : die === 1 ? "on a 1" : `on a 1 to ${die}`),
  playLine: (line: string) => `Play: ${line}`,
  hand: "Hand",
  noHand: "You hold no cards.",
  lineCounted: "(including this one)",
  discarded: "Discarded:",
  removed: "Removed:",
  outOfPlay: "Out of play",
  mayBePlayed: (title: string) => `${title}, playable`,
  faceDown: (count: number, word: string, words: string) =>
    counted(count, { one: `# ${word}, face down`, other: `# ${words}, face down` }),
  unseen: "Hidden piece",
  hits: (count: number) => counted(count, { one: "# hit", other: "# hits" }),
  hitsOn: (needs: number) => (needs < 6 ? `hits on ${needs}+` : "hits on 6"),
  diceCount: (count: number) => counted(count, { one: "# die", other: "# dice" }),
  volleyTotal: (hits: number, halved: number, own: number) =>
    [
      hits === halved ? "All hits count" : `${hits} rolled, ${halved} count`,
      own > 0 ? `${own} against the firing side` : "",
    ]
      .filter(Boolean)
      .join("; "),
  stepsOf: (name: string, before: number, now: number) =>
    now === 0
      ? `${name}: destroyed`
      : before === now
        ? `${name}: ${counted(now, { one: "# step", other: "# steps" })}`
        : `${name}: ${before} steps, now ${now}`,
  dice: "Dice",
  total: "Total",
  rolledInOrder: "Rolled in this order:",
  dieColumn: "Die",
  spaceColumn: "Space",
  fromTheLowest: "Resolved from the lowest die up",
  valueAndLimit: "Value and limit",
  die: (value: number) => `Die: ${value}`,
  yourDie: "Your die",
  whatShows: "What does your die show?",
  clickFace: "Roll your die. Click its face, or press its key.",
  cardYouDrew: (word: string) => `The ${word} you drew`,
  lotYouDrew: "The lot you drew",
  shuffleFirst: (count: number, words: string) => `Shuffle all ${count} ${words} before this first draw.`,
  numberOrTitle: (word: string, deck: string) => `Number or title of the ${word} (${deck})`,
  thePiece: "The piece",
  deckOf: "deck",
  typeNumber: "Type its number, then press Enter",
  typeName: "Type its name, then press Enter",
  stillToDraw: (words: string) => `${words} not yet drawn`,
  pieces: "Pieces",
  leftToDraw: (count: number, word: string, words: string) =>
    counted(count, { one: `# ${word} not yet drawn.`, other: `# ${words} not yet drawn.` }),
  leftToPick: (count: number) => counted(count, { one: "# to choose from.", other: "# to choose from." }),
  isRemoved: (card: string) => `${card} is out of the game.`,
  isDiscarded: (card: string) => `${card} is in the discard pile.`,
  noName: (typed: string) => `No name here contains “${typed}”.`,
  noTitle: (word: string, typed: string) => `No undrawn ${word} has “${typed}” in its title.`,
  noNumber: (word: string, typed: string, first: number, last: number) =>
    `This deck has no ${word} ${typed}. Use ${first} to ${last}.`,
  rules: "Rules",
  rule: (clause: string) => `Rule ${clause}`,
  tables: "Tables",
  clauses: "Clauses",
  close: "Close",
  rulesLoad: "Loading the rules…",
  searchClauses: "Search all clauses",
  clausesFound: (found: number, of: number, none: string[] = []) =>
    none.length > 0
      ? [
          ...none,
          ...(found > 0 ? [counted(found, { one: "One clause is similar.", other: "# clauses are similar." })] : []),
        ].join(" ")
      : found === 0 && of > 0
        ? "No clause contains all of these words. Try fewer words."
        : counted(of, { one: `${found} of # clause`, other: `${found} of # clauses` }),
  asPlayed: "As played here.",
  optionalRule: (title: string, played: boolean | null) =>
    `Optional rule “${title}”${played === null ? "" : played ? ", used in this match" : ", not used in this match"}.`,
  optionOf: (title: string) => `Option “${title}”:`,
  separator: (index: number, count: number) => (index < count - 1 ? "; " : "."),
  inTheCode: "Source code",
});
