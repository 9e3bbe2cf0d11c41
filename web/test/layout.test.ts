import { describe, expect, test } from "vitest";
import { layout, type Layout } from "../src/table/layout";

const TALL = { width: 950, height: 1000 };
const TALLER = { width: 750, height: 1000 };
const BROAD = { width: 1470, height: 850 };

/** What is left for the map. */
const pane = (width: number, height: number, { upright, bar, side, dock }: Layout): [number, number] =>
  upright ? [width - side - dock, height - bar] : [width - side, height - bar - dock];

describe("the layout of a table", () => {
  test.each([TALL, TALLER])("the dock stands beside the map of a tall board, which has its height", (board) => {
    const at = layout(1440, 900, board);
    expect(at.upright).toBe(true);
    expect(at.dock).toBe(230);
    expect(pane(1440, 900, at)).toEqual([810, 854]);
    expect(layout(2560, 1440, board)).toMatchObject({ upright: true, dock: 299 });
    expect(layout(1920, 1080, board)).toMatchObject({ upright: true, dock: 230 });
  });

  test("below the map of a broad board it lies as ever", () => {
    const at = layout(1440, 900, BROAD);
    expect(at.upright).toBe(false);
    expect(pane(1440, 900, at)).toEqual([1040, 678]);
    expect(layout(2560, 1440, BROAD).upright).toBe(false);
  });

  test("where the column would make the map smaller it lies below it", () => {
    expect(layout(1210, 900, TALL).upright).toBe(false);
  });

  test.each([
    [1024, 768],
    [390, 844],
    [844, 390],
    [800, 1100],
  ])("in a window of %i by %i a tall board changes nothing", (width, height) => {
    expect(layout(width, height, TALLER)).toEqual(layout(width, height, BROAD));
  });
});
