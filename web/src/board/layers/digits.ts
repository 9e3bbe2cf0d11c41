import type { Picture, Point } from "../../protocol";
import type { Way } from "./ways";
import { COUNTER } from "../geometry";
import { box, type BBox } from "../lettering/taken";
import { measure } from "../lettering/measure.svelte";
import type { BoardModel } from "../model";

/** What reaching a space costs, and where it is written: in an empty hex, at the corner of a counter, or on a pill. */
export interface Digit {
  space: string;
  cost: string;
  stops: boolean;
  at: Point;
  kind: "hex" | "corner" | "pill";
  /** Its width on the board. */
  width: number;
  box: BBox;
}

/** Half the height of a pill, and the radius of a corner's disc, in pixels of the screen. */
export const HALF = 10;
export const DISC = 8.5;
const LETTERS = 13;

/** The digits of the ways on offer, at `k` screen pixels for one of the board. */
export function digits(
  model: BoardModel,
  picture: Picture | null,
  ways: Iterable<Way>,
  { k, grow, textScale }: { k: number; grow: number; textScale: number },
): Digit[] {
  const occupied = new Set(picture?.pieces.map((piece) => piece.at));
  return [...ways].flatMap(({ space, cost, stops }): Digit[] => {
    const home = model.space.get(space);
    if (!home || cost === "") return [];
    const [x, y] = home.counters;
    const taken = occupied.has(space);
    if (!home.hex) {
      const width = (measure.width(cost, LETTERS, 700) + 16) * textScale;
      const at: Point = [x, taken ? y + (COUNTER / 2) * grow + (HALF + 3) * textScale : y];
      return [{ space, cost, stops, at, kind: "pill", width, box: box(at, width, 2 * HALF * textScale) }];
    }
    const reach = (COUNTER / 2) * grow;
    const letters = measure.width(cost, LETTERS, 700);
    if (taken && letters > 2 * DISC) {
      const width = (letters + 16) * textScale;
      const at: Point = [x, y - reach];
      return [{ space, cost, stops, at, kind: "pill", width, box: box(at, width, 2 * HALF * textScale) }];
    }
    const at: Point = taken ? [x - reach, y - reach] : [x, y];
    const width = (taken ? 2 * DISC : letters) / k;
    return [{ space, cost, stops, at, kind: taken ? "corner" : "hex", width, box: box(at, width, width) }];
  });
}
