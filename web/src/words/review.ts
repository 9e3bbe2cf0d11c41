import { catalogue, counted, language } from "./language";

/** The review of a game: its value turn by turn, luck and decisions apart, and the decisions that cost most. */
export const words = catalogue("review", {
  review: "Review",
  open: "Review the game",
  back: "Back to the table",
  you: (seat: string) => `${seat}: you`,
  atStart: "at the start",
  luck: "luck",
  decisions: "decisions",
  others: "other players",
  atEnd: "at the end",
  now: "now",
  unitOf: { chance: "% to win, ± 2 standard errors", points: "points, ± 2 standard errors" },
  startedAt: {
    chance: "Your chance to win if the staff plays both sides",
    points: "Expected points if the staff plays on",
  },
  asKnown: "As you knew it: each playout assumes different hidden information.",
  explain: (budget: string) =>
    `The staff plays on from your turns and decisions, ${budget} times in total. This shows what was luck and which decisions cost the most.`,
  explainUsual: "a few hundred",
  begin: "Review this game",
  again: "Review again",
  goOn: "Continue",
  closer: "Look closer",
  closerDoc: "Run twice as many playouts",
  stop: "Stop",
  waiting: "Waiting for another review to finish",
  looking: (title: string, left: string) => `Looking at ${title}${left ? `, ${left}` : ""}`,
  left: (seconds: number) =>
    seconds > 90
      ? `about ${counted(Math.round(seconds / 60), { one: "# minute", other: "# minutes" })} left`
      : `about ${counted(Math.max(5, Math.round(seconds / 5) * 5), { one: "# second", other: "# seconds" })} left`,
  knownSoFar: (known: number, all: number) => `${known} of ${all} turns reviewed so far.`,
  old: "The game or the staff has changed since this review.",
  made: (at: string) =>
    `Made on ${new Date(at).toLocaleDateString(language(), { day: "numeric", month: "long", year: "numeric" })}.`,
  value: "Value",
  luckTitle: "Luck",
  decisionsTitle: "Decisions",
  valueDoc: {
    chance: "your chance to win, in %; band: ± 2 standard errors",
    points: "expected points; band: ± 2 standard errors",
  },
  luckDoc: "from all dice so far",
  decisionsDoc: "from all your decisions so far",
  happened: (text: string, value: string) => `${text}: ${value}`,
  tell: "Tell it",
  notKnown: "not reviewed",
  curves: "Value, luck and decisions by turn",
  turn: "Turn",
  costMost: "Your costliest decisions",
  notYet: "The review finds these last.",
  resigned: (lost: string, onTime: boolean) => `${onTime ? "The loss on time" : "Your resignation"}: ${lost}.`,
  noneCost: (resigned: boolean) =>
    `No ${resigned ? "other" : "single"} decision cost you more than chance can explain.`,
  noneLooked: "The budget was too small to compare a decision with the staff's.",
  noneYet: "No costly decision found before the review was stopped.",
  rest: (count: number, these: string, others: number, rest: string) =>
    `${count === 1 ? "This one" : `These ${count}`}: ${these}. ${counted(others, { one: "Your other decision", other: "All your other # decisions" })} together: ${rest}.`,
  better: (label: string) => `Better: ${label}`,
  staff: (label: string) => `The staff would have chosen: ${label}`,
  watch: "Watch the better line",
  playOn: "Play on from here",
  betterThanStaff: "Better than the staff",
  dice: "The rolls that mattered",
  noDice: "No single roll mattered much.",
  chance: (share: number) =>
    share <= 0
      ? ""
      : share > 0.19
        ? `1 in ${(1 / share).toLocaleString(language(), { maximumFractionDigits: 1 })}`
        : share.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 }),
  cost: {
    chance: (points: string, error: string) => `This cost ${points} percentage points, ± ${error}.`,
    points: (points: string, error: string) => `This cost ${points} points, ± ${error}.`,
  },
  gained: {
    chance: (points: string, error: string) => `This gained ${points} percentage points, ± ${error}.`,
    points: (points: string, error: string) => `This gained ${points} points, ± ${error}.`,
  },
  played: "Played",
  betterShort: "Better",
  why: "Why",
  staffShort: "Staff",
  plays: (count: number) => counted(count, { one: "# playout each way", other: "# playouts each way" }),
  reaction: "in a reaction window",
  atTurn: (value: string, luck: string, decisions: string) =>
    `Value ${value}, luck so far ${luck}, decisions so far ${decisions}.`,
  foot: (looked: number, all: number, plays: number) =>
    `${looked.toLocaleString(language())} of ${counted(all, { one: "# decision", other: "# decisions" })} reviewed, ${counted(plays, { one: "# playout", other: "# playouts" })}.`,
  discSaid: (number: number, title: string, lost: string) => `${number}: ${title}, ${lost}`,
  tabs: { mistakes: "Mistakes", curves: "Curves", dice: "Dice", better: "Good moves" },
  parts: "Parts of the review",
});
