import { catalogue } from "./language";

/** The map: its parts in words, for those who cannot see them. */
export const words = catalogue("board", {
  board: "Board",
  overlays: "Overlays",
  heldBy: (side: string) => `held by ${side}`,
  lost: "lost",
  hiddenUnit: "Hidden unit",
  hiddenUnitOf: (side: string) => `Hidden unit, ${side}`,
  steps: (left: number, of: number) => `${left} of ${of} steps`,
  in: (space: string) => `in ${space}`,
  mayBeChosen: "may be chosen",
  chosen: "chosen",
});
