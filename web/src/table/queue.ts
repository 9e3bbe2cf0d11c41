import type { GameEvent, Picture, Roll } from "../protocol";

/** What is resolved one after the other: the space of each roll, those that were made first, and the one that is shown. */
export interface Queue {
  spaces: string[];
  done: number;
  /** The index of the one that is being resolved or looked at; where there is none, the first that is left. */
  now: number;
}

/**
 * The queue of a step: the rolls about spaces that it has made this turn, as the log tells them, and what the picture says
 * is still to come. `shown`: the roll on the table.
 */
export function queueOf(picture: Picture, log: GameEvent[], shown: Roll | undefined): Queue | null {
  const step = shown?.step ?? picture.step;
  const turn = shown?.turn ?? picture.turn;
  const made = log.filter(
    (event): event is Roll =>
      event.kind === "roll" && event.step === step && event.turn === turn && event.spaces?.[0] !== undefined,
  );
  const left = picture.step === step && picture.turn === turn ? (picture.queue ?? []) : [];
  const spaces = [...made.map((event) => event.spaces![0]!), ...left];
  if (spaces.length === 0) return null;
  const at = shown ? made.findIndex((event) => event.ply === shown.ply) : -1;
  const now = at >= 0 ? at : made.length;
  return now < spaces.length ? { spaces, done: at >= 0 ? at : made.length, now } : null;
}
