import { beginPainter } from "../board/ground/painters";
import { loadSymbolBase } from "../board/counters/symbols";

/**
 * The table's code, loaded when the first table opens, with what every board needs: the fonts of its map, so that no
 * name is placed twice, the painter of its ground, and the unit symbols.
 */
export async function table() {
  beginPainter();
  loadSymbolBase().catch(() => undefined); // the code that draws symbols reports the failure
  const faces = ["500", "600", "700"].map((weight) => document.fonts.load(`${weight} 13px "Barlow Condensed"`));
  const [{ default: Game }] = await Promise.all([import("./Game.svelte"), Promise.allSettled(faces)]);
  return Game;
}
