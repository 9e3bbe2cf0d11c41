import type { RatingRow } from "../protocol";
import { words } from "../words/profile";
import { counted } from "../words/language";

export const HEIGHT = 300;
const EDGE = { left: 48, right: 28, top: 16, bottom: 34 };
const PROVISIONAL = 110; // the deviation from which a rating is provisional, as on the server

export interface Dot {
  number: number;
  x: number;
  y: number;
  /** The rating after the game, or its points. */
  rating: number;
  seat: string;
  square: boolean;
  won: boolean;
  at: string;
  match: string;
}

export interface Drawing {
  left: number;
  right: number;
  top: number;
  bottom: number;
  marks: { value: number; y: number }[];
  /** The path of two deviations around the rating; "" for a game that is played for points. */
  band: string;
  line: string;
  dots: Dot[];
  /** Where the rating stops being provisional; null if it never does, or always was settled. */
  settled: number | null;
  from: string;
  to: string;
  says: string;
}

/** A round step, so that a few marks cover a range. */
function step(range: number): number {
  const rough = range / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * unit).find((one) => one >= rough) ?? unit;
}

/** Draw the curve of a rating, or of the points of a game that is played alone. The games are evenly spaced. */
export function curve(row: RatingRow, width = 800): Drawing {
  const duel = row.kind === "duel";
  const games = row.curve.map((game) => ({
    ...game,
    value: duel ? (game.rating ?? 0) : game.score,
    reach: duel ? 2 * (game.deviation ?? 0) : 0,
  }));
  const values = games.map(({ value }) => value);
  // The band of a newcomer is far wider than what the line needs, so it is cut off.
  const spread = Math.max(duel ? 100 : 1, (Math.max(...values) - Math.min(...values)) * 0.4);
  const size = step(Math.max(...values) - Math.min(...values) + 2 * spread);
  const low = Math.floor((Math.min(...values) - spread) / size) * size;
  const high = Math.ceil((Math.max(...values) + spread) / size) * size;
  const [left, right, top, bottom] = [EDGE.left, width - EDGE.right, EDGE.top, HEIGHT - EDGE.bottom];
  const x = (number: number): number =>
    games.length === 1 ? (left + right) / 2 : left + 10 + ((right - left - 20) * number) / (games.length - 1);
  const y = (value: number): number =>
    bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (bottom - top);
  const path = (points: [number, number][]): string =>
    points.map(([a, b], number) => `${number ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const above = games.map(({ value, reach }, number): [number, number] => [x(number), y(value + reach)]);
  const below = games.map(({ value, reach }, number): [number, number] => [x(number), y(value - reach)]);
  const first = games.findIndex(({ deviation }) => (deviation ?? 0) < PROVISIONAL);
  const marks = Array.from({ length: Math.round((high - low) / size) + 1 }, (_, number) => low + number * size);
  const shown = (value: number | undefined): string => (value ?? 0).toFixed(0);
  return {
    left,
    right,
    top,
    bottom,
    marks: marks.map((value) => ({ value, y: y(value) })),
    band: duel && games.length > 1 ? `${path([...above, ...below.reverse()])}Z` : "",
    line: path(games.map(({ value }, number) => [x(number), y(value)])),
    dots: games.map((game, number) => ({
      number,
      x: x(number),
      y: y(game.value),
      rating: Math.round(game.value),
      seat: game.seat,
      square: duel && game.seat !== row.seats?.[0]?.seat,
      won: duel ? game.score === 1 : game.score === row.best,
      at: game.at,
      match: game.match ?? "",
    })),
    settled: duel && first > 0 ? x(first) : null,
    from: games[0]?.at ?? "",
    to: games.at(-1)?.at ?? "",
    says: words.curveDoc(shown(values[0]), shown(values.at(-1)), counted(games.length, words.games)),
  };
}
