/** Values that the page of a review shows, computed from the server's analysis. */
import type { MoveReview, Review } from "../../generated/bots";
import type { Seat } from "../../generated/core";

/** A seat's winning chance after a step, in thousandths. */
export interface Point {
  at: number;
  chance: number;
}

/** The seats whose chances are drawn: the first seat of each side, since a side wins together. */
export const leaders = ({ sides }: Pick<Review, "sides">): Seat[] =>
  sides.flatMap(([first]) => (first === undefined ? [] : [first]));

/**
 * The points of a seat's curve: the winning chance before and after each decision, and the result.
 */
export function lineOf(
  { decisions, result }: Pick<Review, "decisions" | "result">,
  seat: Seat,
  length: number,
): Point[] {
  const point = (at: number, chances: readonly number[]) => ({ at, chance: chances[seat] ?? 0 });
  return [
    ...decisions.flatMap(({ step, before, after }) => [
      point(step - 1, before),
      point(step, after),
    ]),
    ...(result ? [point(length, result)] : []),
  ];
}

/**
 * The smallest loss of chance that is listed as a mistake, in thousandths. Smaller ones are shown on
 * request: hints, which have more time for a decision, may see them differently.
 */
export const LARGE_LOSS = 50;
/** The largest number of mistakes that are listed at once. */
export const SHOWN_MISTAKES = 5;

/** The winning chance that the deciding seat lost by its decision, in thousandths. */
export const givenAway = ({ seat, before, after }: Pick<MoveReview, "seat" | "before" | "after">) =>
  (before[seat] ?? 0) - (after[seat] ?? 0);

/** The verdict on a move that the reader tries instead of the one that was taken. */
export type Verdict = "found" | "same" | "other";

/** Judges a move by the move that was taken and the better one. */
export function verdictOn(action: string, taken: string, better: string): Verdict {
  if (action === better) return "found";
  return action === taken ? "same" : "other";
}

/** Converts thousandths to whole per cent. */
export const percentOf = (thousandths: number) => Math.round(thousandths / 10);

/** Formats thousandths as percentage points with one decimal place. */
export const tenths = (thousandths: number) => (thousandths / 10).toFixed(1);

/** Formats thousandths as percentage points with a sign; "0" without a sign. */
export function signed(thousandths: number): string {
  const points = percentOf(thousandths);
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** The number of the last step that the review mentions. */
export const lastStep = ({ decisions, turning_points: turns }: Review) =>
  Math.max(0, ...decisions.map(({ step }) => step), ...turns.map(({ step }) => step));
