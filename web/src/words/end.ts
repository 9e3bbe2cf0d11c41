import { catalogue, counted, language, listed } from "./language";

/** The end of a game: its result, the points, the turning points, the plots, and what to do next. */
export const words = catalogue("end", {
  end: "The end",
  gameOver: (turn: number) => `Game over, turn ${turn}`,
  wins: (winner: string) => `${winner} wins`,
  over: "The game is over",
  seeMap: "Show the map",
  review: "Review the game",
  share: "Share a picture",
  export: "Export the game",
  tell: "Tell it",
  newGame: "New game",
  scale: "Victory scale",
  you: (points: number) => `You ${points}`,
  thisGame: (points: number) => `This game ${points}`,
  history: (points: number) => `History ${points}`,
  earlier: (count: number) => counted(count, { one: "your earlier game", other: "your # earlier games" }),
  scaleSaid: (points: number, level: string) => `${counted(points, { one: "# point", other: "# points" })}: ${level}`,
  againstHistory: (by: number) =>
    by === 0
      ? "Your score matches the historical score."
      : `The score is ${counted(Math.abs(by), { one: "# point", other: "# points" })} ${by > 0 ? "above" : "below"} the historical score.`,
  sum: "Points",
  sumLines: "Victory points, line by line",
  points: "Victory points",
  orders: "Orders given",
  asStaff: "as the staff would",
  decided: "Turning points",
  onTurn: (turn: number, name: string) => name || `turn ${turn}`,
  bitByBit: (step: string | undefined) =>
    step ? `Mostly in this step: ${step}.` : "Gradual: no single event caused most of the change.",
  fromTo: (from: number, to: number) => `From ${from} to ${to}.`,
  because: (cause: string, whole: boolean, half = false) =>
    whole ? cause : `${half ? "Half of it" : "Mainly"}: ${cause}`,
  heaviest: (battle: string) => `Costliest battle: ${battle}`,
  changedHands: (names: string[], most: number) =>
    names.length > most
      ? `Changed hands: ${names.slice(0, most - 1).join(", ")}, ${names.length - most} more, and finally ${names.at(-1)}.`
      : `Changed hands: ${listed(names)}.`,
  cardsPlayed: (titles: string[]) => `Cards: ${listed(titles)}.`,
  battleAt: (place: string) => `the battle of ${place}: `,
  dieShowed: (face: number, chance: number) => {
    const share = chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
    return `The die showed ${face}. This result had ${/^(8|11%|18%)/.test(share) ? "an" : "a"} ${share} chance.`;
  },
  luck: (dice: number, mean: string, expected: string) =>
    `${counted(dice, { one: "# die", other: "# dice" })}, mean ${mean} (${expected} expected)`,
  course: "Turn by turn",
  courseDoc: "Select a point or a board to highlight that turn everywhere.",
  seriesSaid: (title: string) => `${title} by turn`,
  pointSaid: (title: string, turn: number, name: string, value: number) =>
    `${title}, ${name || `turn ${turn}`}: ${value}. Show the position`,
  boards: "The board by turn",
  boardOf: (turn: number, name: string) => name || `Turn ${turn}`,
  look: "Open this position",
  playOn: (turn: number, name: string) => `Play on from ${name || `turn ${turn}`}`,
  playOnDoc: "starts a branch; this game does not change",
  playOnWhich: "pick an earlier turn to play on from",
  noPicture: "This browser could not create the picture.",
});
