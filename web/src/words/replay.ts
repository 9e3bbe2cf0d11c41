import { catalogue, counted, language } from "./language";

/** The replay of a turn. */
export const words = catalogue("replay", {
  replay: "Replay",
  dispatch: "Dispatch",
  bar: "Turns and dice in the replay",
  part: (turn: string, seat: string) => (seat ? `${turn}, ${seat}` : turn),
  heading: (turn: string) => `${turn} · Replay`,
  taken: (spaces: string) => `${spaces} changed hands`,
  sum: (moved: number, battles: number, lost: number) =>
    [
      counted(moved, { one: "# unit moved", other: "# units moved" }),
      ...(battles ? [counted(battles, { one: "# battle", other: "# battles" })] : []),
      ...(lost ? [counted(lost, { one: "# unit lost", other: "# units lost" })] : []),
    ].join(", "),
  doc: "Click a battle to stop there, or to play on from just before the roll.",
  turns: "Turns to replay",
  play: "Play",
  pause: "Stop",
  before: "Previous dice",
  next: "Next dice",
  time: "Time in the replay",
  seconds: (now: number, all: number) => `${Math.round(now)} of ${Math.round(all)} s`,
  speed: (by: number) => `Speed ${by} ×`,
  stretch: (title: string, moved: number, battles: number) =>
    [
      title,
      [
        ...(moved ? [counted(moved, { one: "# move", other: "# moves" })] : []),
        ...(battles ? [counted(battles, { one: "# battle", other: "# battles" })] : []),
      ].join(", "),
    ]
      .filter(Boolean)
      .join(": "),
  battles: "Battles in the order fought",
  others: "Other dice",
  chance: (chance: number) =>
    chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: chance < 0.01 ? 1 : 0 }),
  hits: (hits: number, dice: number) => `${counted(hits, { one: "# hit", other: "# hits" })} of ${dice}`,
  fell: (place: string, result: string, chance: string) => [place, result, chance].filter(Boolean).join(", "),
  playOn: "Play on from here",
  playOnDoc: "starts a branch just before this roll",
  see: "Show the table",
  back: "Back to the game",
  earlier: (name: string) => `← ${name}`,
  later: (name: string) => `${name} →`,
  advance: "advance",
  driven: "driven back",
  nothing: "No turn has been played yet.",
});
