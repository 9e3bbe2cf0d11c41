import { catalogue, counted } from "./language";

/** Worked examples: their list, and the card that reads one. */
export const words = catalogue("example", {
  example: "Example",
  examples: "Examples",
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  progress: "Progress through the example",
  next: "Next",
  back: "Back",
  playOn: "Play on from here",
  playOnDoc: (seat: string) =>
    `Begins a practice game from this step. Your seat: ${seat}. From here on the dice are your own.`,
  over: "The game is over at this step.",
  toRules: "Rules",
  still: (why: string) => `Not playable: ${why}`,
  found: (count: number) => counted(count, { one: "# example", other: "# examples" }),
  none: "This game has no worked examples.",
});
