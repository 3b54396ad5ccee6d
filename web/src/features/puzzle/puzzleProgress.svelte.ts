/**
 * The user's rating and streak in puzzles, stored on this device. The rating is an Elo number: each
 * puzzle counts as an opponent, once, by the first attempt.
 */
import type { Difficulty } from "../../generated/core";
import { StoredData } from "../../lib/storage/storedData.svelte";
import { dayOf } from "./daily";

/** The rating of a puzzle, by its difficulty. */
export const RATINGS: Readonly<Record<Difficulty, number>> = {
  first: 800,
  easy: 1100,
  middle: 1400,
  hard: 1700,
};

/** The rating before the first puzzle. */
const START = 1000;
/** The largest change by one puzzle: at first, and after {@link SETTLED} puzzles. */
const CHANGE = [80, 32] as const;
const SETTLED = 12;
/** The number of days that are stored; a streak is not longer. */
const MOST_DAYS = 400;

interface Stored {
  rating: number;
  /** The puzzles that have counted, as `game/id`. */
  counted: readonly string[];
  /** The days on which the user solved a puzzle, as numbers of {@link dayOf}, in order. */
  days: readonly number[];
}

const NONE: Stored = { rating: START, counted: [], days: [] };

const data = new StoredData("zashiki.puzzles", (found): Stored => ({
  ...NONE,
  ...(found as Partial<Stored> | null),
}));

/** The expected result of a player against a puzzle, from 0 to 1. */
export const expected = (rating: number, puzzle: number): number =>
  1 / (1 + 10 ** ((puzzle - rating) / 400));

/** The rating after a puzzle that was solved or not; `count` puzzles have counted before. */
export function ratingAfter(
  rating: number,
  puzzle: number,
  solved: boolean,
  count: number,
): number {
  const change = count < SETTLED ? CHANGE[0] : CHANGE[1];
  return Math.round(rating + change * (Number(solved) - expected(rating, puzzle)));
}

/**
 * Counts the first attempt at a puzzle for the rating. Returns the change of the rating; null if the
 * puzzle has counted before.
 */
export function count(puzzle: string, difficulty: Difficulty, solved: boolean): number | null {
  let change: number | null = null;
  data.change((now) => {
    if (now.counted.includes(puzzle)) return now;
    const rating = ratingAfter(now.rating, RATINGS[difficulty], solved, now.counted.length);
    change = rating - now.rating;
    return { ...now, rating, counted: [...now.counted, puzzle] };
  });
  return change;
}

/** Stores that the user has solved a puzzle on this day. */
export function solveOn(date: Date): void {
  const day = dayOf(date);
  data.change((now) => {
    if (now.days.at(-1) === day) return now;
    return { ...now, days: [...now.days.filter((each) => each < day), day].slice(-MOST_DAYS) };
  });
}

/**
 * The number of days in a row, up to this date, on which the user has solved a puzzle. A streak
 * lasts until the end of the day after its last day.
 */
export function streakOf(days: readonly number[], date: Date): number {
  const today = dayOf(date);
  const last = days.at(-1);
  if (last === undefined || last < today - 1) return 0;
  let length = 1;
  while (days.at(-1 - length) === last - length) length += 1;
  return length;
}

/** The user's progress. Markup and effects that read it are updated when it changes. */
export const puzzleProgress = {
  /** The rating; null before the first puzzle. */
  get rating(): number | null {
    return data.now.counted.length > 0 ? data.now.rating : null;
  },
  streak: (date: Date): number => streakOf(data.now.days, date),
};
