import { COUNTER } from "../geometry";
import { measure } from "../lettering/measure.svelte";
import type { BoardModel } from "../model";
import { sumOf } from "./factors";
import { isToken, type StackOnBoard } from "./stacks";

/** The height of a tag on the screen, and the letters on it. */
export const TAG = 14;
/** How much of it lies over the lowest counter. */
export const OVER = 3;
const TAG_LETTERS = 12;

/** The tag of a stack whose counters are all seen: how many they are and what they add up to. Its width is told in screen
 * pixels, and how far below the middle of the stack it is in the units of a counter. */
export function tagOf(
  model: BoardModel,
  stack: StackOnBoard,
  k: number,
): { text: string; width: number; down: number } | null {
  if (!model.scene.sums || stack.placed.length < 2 || isToken(model, stack, k)) return null;
  if (model.space.get(stack.space)?.hex == null) return null;
  const pieces = stack.placed.map(({ piece }) => piece);
  const sum = sumOf(model, pieces);
  if (sum.length === 0) return null;
  const text = `${pieces.length} | ${sum.join("-")}`;
  const down = Math.max(...stack.placed.map(({ at, size }) => at[1] - stack.centre[1] + (COUNTER / 2) * size));
  return { text, width: measure.width(text, TAG_LETTERS, 700) + 8, down };
}
