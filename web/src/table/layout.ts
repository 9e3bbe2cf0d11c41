/** How a window is divided between bar, map, dock and side, in pixels. */
export interface Layout {
  /** A window as small as a phone's gets its panels one at a time. */
  phone: boolean;
  sideways: boolean;
  wide: boolean;
  /** A tablet held upright: the side is below the map. */
  portrait: boolean;
  /** Whether the dock is a column between the map and the side, as beside a board that is taller than its pane. */
  upright: boolean;
  bar: number;
  side: number;
  /** Height of the dock, or its width where it is upright. */
  dock: number;
}

/** How much taller than the map's pane a board is, in shape, before the dock makes way for it. */
const TALL = 1.2;
/** A dock as a column; the largest screens draw all but the map larger by the same factor. */
const COLUMN = 230;
export const LARGER = 1.3;

/** The largest scale at which all of a board is seen. */
const fit = (board: { width: number; height: number }, width: number, height: number): number =>
  Math.min(width / board.width, height / board.height);

/** Divide a window for a board of this shape. */
export function layout(width: number, height: number, board: { width: number; height: number }): Layout {
  const phone = width < 700 || height < 500 || (width < 800 && height < 600);
  const sideways = phone && width > height;
  const wide = !phone && width >= 1200;
  const portrait = !phone && !wide && height > width;
  const larger = width >= 2400 && height >= 1300;
  const bar = larger ? 60 : 46;
  const side = larger ? 620 : !wide ? 380 : width >= 1700 ? 440 : 400;
  const low = larger ? 245 : !wide ? 148 : height >= 1000 ? 188 : 176;
  const column = larger ? COLUMN * LARGER : COLUMN;
  const [across, down] = [width - side, height - bar];
  const tall = board.height / board.width > (TALL * (down - low)) / across;
  const upright = wide && tall && fit(board, across - column, down) > fit(board, across, down - low);
  return { phone, sideways, wide, portrait, upright, bar, side, dock: upright ? column : low };
}
