/** The data of a rating graph: its scale, its line, and the uncertainty of the rating. */
import type { RatingStep } from "../../generated/server";

/** The data that a rating graph shows. */
export interface RatingGraph {
  /** The rating after each result. */
  points: readonly { at: number; value: number }[];
  /**
   * The uncertainty at each result: a range that contains the true rating in two thirds of cases.
   */
  band: readonly { at: number; low: number; high: number }[];
  /** The lowest and the highest value of the scale; both are in `levels`. */
  range: readonly [number, number];
  /** The ratings at which the graph has a labelled horizontal line. */
  levels: readonly number[];
}

/** The maximum number of horizontal lines; more would overlap. */
const MOST_LEVELS = 6;
/** Possible differences of rating between two neighbouring lines. */
const EVERY = [50, 100, 200, 500, 1_000, 2_000];

/** The graph of the ratings after each result, oldest first; at least one is required. */
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
