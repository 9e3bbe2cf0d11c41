import type { VictoryScale } from "../protocol";

/** A scale of victory, prepared for drawing: its levels with both ends, and where a number of points is on it. */
export interface Drawn {
  low: number;
  high: number;
  levels: (VictoryScale["levels"][number] & { from: number; to: number })[];
  /** The middle of a number's place, as a share of the whole width. */
  at: (points: number) => number;
}

/** The outermost levels have no end. They are drawn for three points, or far enough to include one of these results. */
export function drawn(scale: VictoryScale, results: number[]): Drawn {
  const low = Math.min(scale.levels[0]!.to! - 1, ...results);
  const high = Math.max(scale.levels[scale.levels.length - 1]!.from! + 2, ...results);
  return {
    low,
    high,
    levels: scale.levels.map((one) => ({
      ...one,
      from: Math.max(low, one.from ?? low),
      to: Math.min(high, one.to ?? high),
    })),
    at: (points) => (points - low + 0.5) / (high - low + 1),
  };
}
