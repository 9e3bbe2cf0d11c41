import { beginPainter } from "../board/ground/painters";
import { loadSymbolBase } from "../board/counters/symbols";

/** The table's code, fetched when the first table is opened, and with it what every board needs: the fonts of its map, so
 * that no name is set twice, the painter of its ground, and what draws the symbols of units. */
export async function table() {
  beginPainter();
  loadSymbolBase().catch(() => undefined); // whoever draws symbols says that it did not come
  const faces = ["500", "600", "700"].map((weight) => document.fonts.load(`${weight} 13px "Barlow Condensed"`));
  const [{ default: Game }] = await Promise.all([import("./Game.svelte"), Promise.allSettled(faces)]);
  return Game;
}
