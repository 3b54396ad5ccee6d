/** What a review shows, from what the house found. */
import type { Judged, Review } from "../../generated/bots";
import type { Seat } from "../../generated/table";

/** A chance of a seat after so many steps, in thousandths. */
export interface Point {
  at: number;
  chance: number;
}

/** The seats for which a line is drawn: the first of each side, since those who win together share it. */
export const leaders = ({ sides }: Pick<Review, "sides">): Seat[] =>
  sides.flatMap(([first]) => (first === undefined ? [] : [first]));

/** A seat's line: before and after each decision, and the result. */
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

/** The steps that turned it, each once: one may do so by what was decided and by what that showed. */
export const turnedAt = ({ turning_points: turns }: Pick<Review, "turning_points">): number[] => [
  ...new Set(turns.map(({ step }) => step)),
];

/** What a decision gave away of its seat's chance, in thousandths. */
export const givenAway = ({ seat, before, after }: Pick<Judged, "seat" | "before" | "after">) =>
  (before[seat] ?? 0) - (after[seat] ?? 0);

/** Thousandths as whole per cent. */
export const percentOf = (thousandths: number) => Math.round(thousandths / 10);

/** Thousandths as points with their sign. */
export function signed(thousandths: number): string {
  const points = percentOf(thousandths);
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** The last step of what is reviewed. */
export const lastStep = ({ decisions, turning_points: turns }: Review) =>
  Math.max(0, ...decisions.map(({ step }) => step), ...turns.map(({ step }) => step));
