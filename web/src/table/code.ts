/** The table's code, fetched when the first table is opened, and the fonts of its map with it, so that no name is set twice. */
export async function table() {
  const faces = ["500", "600", "700"].map((weight) => document.fonts.load(`${weight} 13px "Barlow Condensed"`));
  const [{ default: Game }] = await Promise.all([import("./Game.svelte"), Promise.allSettled(faces)]);
  return Game;
}
