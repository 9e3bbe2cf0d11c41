import type { Point } from "../../protocol";
import type { Text } from "../model";
import { measure } from "./measure.svelte";
import { box, type Spot } from "./taken";

/** The maximum width of a letter in a text along a line, as a share of its height, averaged over a name. */
const LETTER = 0.48;

/** How far over its line the middle of a letter is, as a share of its height. */
const RISE = 0.28;

/** The height of letters at which widths are measured. */
const MEASURED = 20;

const lengths = (points: Point[]): number =>
  points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);

/**
 * The size and spacing of a text along its line, in pixels of the board: from 12 to 22 on the screen, and such that it
 * fits.
 */
export function lettering(text: Text, k: number): { size: number; spacing: number } {
  const letters = Math.max(1, text.name.length);
  if (text.size) {
    const size = text.size / k;
    const spacing = (text.spacing ?? 0) * size;
    if (text.points.length < 2) return { size, spacing };
    // A text that is longer than its line would lose letters, so the spaces shrink first, then the letters.
    const room = lengths(text.points);
    const fitted = Math.min(size, room / (letters * LETTER));
    return { size: fitted, spacing: Math.min(spacing, Math.max(0, room / letters - fitted * LETTER)) };
  }
  const wanted = Math.min(22 / k, Math.max(12 / k, text.style === "water" ? 17 : 15));
  if (text.points.length < 2) return { size: wanted, spacing: 0 };
  const room = 0.92 * lengths(text.points);
  const plain = text.name.length * wanted * 0.5;
  if (plain > room) return { size: (wanted * room) / plain, spacing: 0 };
  return { size: wanted, spacing: Math.min(0.41 * wanted, (room - plain) / letters) };
}

/** Where a text may stand along its line, the middle first: one box per letter. */
export function alongLine({ points, name, size: fixed, style }: Text, size: number, spacing: number): Spot<number>[] {
  const whole = lengths(points);
  if (points.length < 2) {
    const letters = style === "water" ? name.length * 0.5 : measure.width(name, MEASURED, 600) / MEASURED;
    const width = letters * size + name.length * spacing;
    const [x, y] = points[0] ?? [0, 0];
    return [{ boxes: [box([fixed ? x + width / 2 : x, y], width, size)], value: 0.5 }];
  }
  const step = size * 0.5 + spacing;
  const width = name.length * step;
  const slack = Math.max(0, (whole - width) / 2 / whole);
  /** The middle of a letter that stands on the line. */
  const at = (far: number): Point => {
    let left = far;
    for (let index = 1; index < points.length; index++) {
      const [[ax, ay], [bx, by]] = [points[index - 1]!, points[index]!];
      const part = Math.hypot(bx - ax, by - ay);
      if (part > 0 && (left <= part || index === points.length - 1)) {
        const [dx, dy] = [(bx - ax) / part, (by - ay) / part];
        const rise = size * RISE;
        return [ax + dx * left + dy * rise, ay + dy * left - dx * rise];
      }
      left -= part;
    }
    return points[points.length - 1]!;
  };
  return [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1].map((turn) => {
    const value = 0.5 + turn * slack;
    const start = value * whole - width / 2;
    // A letter of a steep line lies on its side, as wide as it is high.
    const boxes = [...Array(name.length).keys()].map((letter) =>
      box(at(start + (letter + 0.5) * step), Math.max(step, size), size),
    );
    return { boxes, value };
  });
}
