/** The gains and losses of each seat in the present round, from the episodes as they are shown. */
import type { Episode, ScoreChange } from "../../generated/core";

export interface RoundTally {
  round: number;
  /** The points of each seat when the round began. */
  before: readonly number[];
  changes: readonly ScoreChange[];
}

/** The tally after one more episode, which led to these points; null before the first round. */
export function tallied(
  tally: RoundTally | null,
  { round, changes = [] }: Pick<Episode, "round" | "changes">,
  points: readonly number[],
): RoundTally | null {
  if (round !== undefined) return { round, before: points, changes: [] };
  return tally && { ...tally, changes: [...tally.changes, ...changes] };
}

/** Returns true if no episode of the round was missed: the changes lead to these points. */
export function isComplete({ before, changes }: RoundTally, points: readonly number[]): boolean {
  const after = [...before];
  for (const { seat, amount } of changes) after[seat] = (after[seat] ?? 0) + amount;
  return after.length === points.length && after.every((each, seat) => each === points[seat]);
}
