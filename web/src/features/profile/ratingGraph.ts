/** The graph of a rating: its scale, its line, and its deviation. */
import type { RatingStep } from "../../generated/server";

/** The contents of a graph. */
export interface RatingGraph {
  /** The rating after each result. */
  points: readonly { at: number; value: number }[];
  /** The range that contains the true rating in two thirds of cases. */
  band: readonly { at: number; low: number; high: number }[];
  /** The ends of the scale, which are among the levels. */
  range: readonly [number, number];
  /** The labelled lines. */
  levels: readonly number[];
}

/** More lines than this would overlap. */
const MOST_LEVELS = 6;
/** Possible distances between two lines. */
const EVERY = [50, 100, 200, 500, 1_000, 2_000];

/** The graph of these steps, oldest first; at least one is required. */
export function ratingGraph(steps: readonly RatingStep[]): RatingGraph {
  const band = steps.map(({ points, margin }, at) => ({
    at,
    low: points - margin,
    high: points + margin,
  }));
  const least = Math.min(...band.map(({ low }) => low));
  const most = Math.max(...band.map(({ high }) => high));
  const scale = (every: number) => {
    const low = Math.floor(least / every);
    const high = Math.max(low + 1, Math.ceil(most / every));
    return Array.from({ length: high - low + 1 }, (_, number) => (low + number) * every);
  };
  const every = EVERY.find((each) => scale(each).length <= MOST_LEVELS);
  const levels = scale(every ?? Math.max(1, Math.ceil((most - least) / (MOST_LEVELS - 2))));
  return {
    points: steps.map(({ points }, at) => ({ at, value: points })),
    band,
    range: [levels[0]!, levels.at(-1)!],
    levels,
  };
}
