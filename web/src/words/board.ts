import { catalogue, counted } from "./language";

const more = (where: string) => (count: number) =>
  counted(count, {
    one: `Show # more ${where}`,
    other: `Show # more ${where}`,
  });

/** The parts of the map in words, for screen readers. */
export const words = catalogue("board", {
  board: "Board",
  mapComes: "Drawing the map…",
  overlays: "Overlays",
  layers: (on: number) => (on ? `Layers: ${on}` : "Layers"),
  heldBy: (side: string) => `held by ${side}`,
  lost: "lost",
  hiddenUnit: "Hidden unit",
  hiddenUnitOf: (side: string) => `Hidden unit, ${side}`,
  steps: (left: number, of: number) => `${left} of ${of} steps`,
  in: (space: string) => `in ${space}`,
  mayBeChosen: "selectable",
  chosen: "selected",
  beyond: { left: more("to the left"), right: more("to the right"), top: more("above"), bottom: more("below") },
});
