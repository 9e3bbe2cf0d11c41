import { catalogue, counted } from "./language";

const more = (where: string) => (count: number) =>
  counted(count, {
    one: `# more out of sight ${where}: show it`,
    other: `# more out of sight ${where}: show them`,
  });

/** The map: its parts in words, for those who cannot see them. */
export const words = catalogue("board", {
  board: "Board",
  mapComes: "The map is being drawn…",
  overlays: "Overlays",
  layers: (on: number) => (on ? `Layers: ${on}` : "Layers"),
  heldBy: (side: string) => `held by ${side}`,
  lost: "lost",
  hiddenUnit: "Hidden unit",
  hiddenUnitOf: (side: string) => `Hidden unit, ${side}`,
  steps: (left: number, of: number) => `${left} of ${of} steps`,
  in: (space: string) => `in ${space}`,
  mayBeChosen: "may be chosen",
  chosen: "chosen",
  beyond: { left: more("to the left"), right: more("to the right"), top: more("above"), bottom: more("below") },
});
