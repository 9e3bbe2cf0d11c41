import { catalogue, counted, language, listed } from "./language";

/** The end of a game: its result, the sum, what turned it, its course, and the ways on. */
export const words = catalogue("end", {
  end: "The end",
  gameOver: (turn: number) => `Game over, turn ${turn}`,
  wins: (winner: string) => `${winner} wins`,
  over: "The game is over",
  seeMap: "See the map",
  share: "Share a picture",
  export: "Export the record",
  newGame: "New game",
  scale: "Victory scale",
  you: (points: number) => `You ${points}`,
  thisGame: (points: number) => `This game ${points}`,
  history: (points: number) => `History ${points}`,
  earlier: (count: number) => counted(count, { one: "your earlier game", other: "your # earlier games" }),
  scaleSaid: (points: number, level: string) => `${counted(points, { one: "# point", other: "# points" })}: ${level}`,
  againstHistory: (by: number) =>
    by === 0
      ? "The score is that of history."
      : `The score is ${counted(Math.abs(by), { one: "# point", other: "# points" })} ${by > 0 ? "above" : "below"} that of history.`,
  sum: "The sum",
  sumLines: "Victory points, line by line",
  points: "Victory points",
  decided: "What turned it",
  onTurn: (turn: number, name: string) => name || `turn ${turn}`,
  bitByBit: (step: string | undefined) =>
    step ? `Most of it in the step ${step}.` : "Bit by bit: no single event made up half of it.",
  fromTo: (from: number, to: number) => `From ${from} to ${to}.`,
  because: (cause: string, whole: boolean) => (whole ? cause : `Most of all: ${cause}`),
  heaviest: (battle: string) => `The heaviest blow: ${battle}`,
  changedHands: (names: string[], most: number) =>
    names.length > most
      ? `Changed hands: ${names.slice(0, most - 1).join(", ")}, ${names.length - most} more, and last ${names.at(-1)}.`
      : `Changed hands: ${listed(names)}.`,
  cardsPlayed: (titles: string[]) => `Cards: ${listed(titles)}.`,
  battleAt: (place: string) => `the battle of ${place}: `,
  dieShowed: (face: number, chance: number) =>
    `The die showed ${face}: a result with a chance of ${chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 })}.`,
  luck: (dice: number, mean: string, expected: string) =>
    `${counted(dice, { one: "# die", other: "# dice" })}, mean ${mean} (${expected} expected)`,
  course: "Turn by turn",
  courseDoc: "Choose a point or a board to mark its turn in all of them.",
  seriesSaid: (title: string) => `${title} over the turns`,
  pointSaid: (title: string, turn: number, name: string, value: number) =>
    `${title}, ${name || `turn ${turn}`}: ${value}. Show the table`,
  boards: "The board, turn by turn",
  boardOf: (turn: number, name: string) => name || `Turn ${turn}`,
  look: "See this table",
  playOn: (turn: number, name: string) => `Play on from ${name || `turn ${turn}`}`,
  playOnDoc: "opens a branch; this game stays",
  playOnWhich: "choose an earlier turn to play on from",
  noPicture: "This browser cannot make the picture.",
});
