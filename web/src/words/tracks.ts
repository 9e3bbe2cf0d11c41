import { catalogue } from "./language";

/** The values of the tracks in words, for screen readers. */
export const words = catalogue("tracks", {
  notSet: "not set",
  value: (title: string, value: number | string) => `${title} ${value}`,
  range: (title: string, value: number | string, from: number, to: number) =>
    `${title} ${value}, from ${from} to ${to}`,
  markAt: (mark: string, at: number) => `; ${mark} at ${at}`,
  state: (title: string, value: number | string) => `${title}: ${value}`,
  mayBeChosen: (name: string) => `${name}, selectable`,
  pieceIn: (piece: string, space: string) => `${piece} in ${space}`,
  hiddenUnit: "Hidden unit",
});
