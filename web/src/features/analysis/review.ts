/** Values that a review shows, derived from the server's analysis. */
import type { MoveReview, Review } from "../../generated/bots";
import type { Seat } from "../../generated/core";

/** A seat's winning chance after a step, in thousandths. */
export interface Point {
  at: number;
  chance: number;
}

/** The seats that get a curve: the first of each side, since a side wins together. */
export const leaders = ({ sides }: Pick<Review, "sides">): Seat[] =>
  sides.flatMap(([first]) => (first === undefined ? [] : [first]));

/** A seat's curve: before and after each decision, and the result. */
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

/** The turning points, each once: one step may be one by its decision and by what it revealed. */
export const turnedAt = ({ turning_points: turns }: Pick<Review, "turning_points">): number[] => [
  ...new Set(turns.map(({ step }) => step)),
];

/** The loss of winning chance by a decision, in thousandths. */
export const givenAway = ({ seat, before, after }: Pick<MoveReview, "seat" | "before" | "after">) =>
  (before[seat] ?? 0) - (after[seat] ?? 0);

/** Thousandths as whole per cent. */
export const percentOf = (thousandths: number) => Math.round(thousandths / 10);

/** Thousandths as signed percentage points. */
export function signed(thousandths: number): string {
  const points = percentOf(thousandths);
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** The last step of the review. */
export const lastStep = ({ decisions, turning_points: turns }: Review) =>
  Math.max(0, ...decisions.map(({ step }) => step), ...turns.map(({ step }) => step));
