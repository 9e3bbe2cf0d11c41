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
  playOnDoc: (seat: string) => `Starts a practice game at this step. Your seat: ${seat}. Later rolls are new.`,
  over: "The game ends at this step.",
  toRules: "Rules",
  still: (why: string) => `Cannot be played: ${why}`,
  found: (count: number) => counted(count, { one: "# example", other: "# examples" }),
  none: "This game has no worked examples.",
});
