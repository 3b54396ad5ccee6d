/** The turning point of a game, by one definition for the result and the review. */
import type { Episode, Seat, Step } from "../../generated/core";

/** The moment from which the winners were never behind again. */
export interface TurningPoint {
  /** The index of its step. */
  step: number;
  /** The episode in which the winners caught up; null if the step has none. */
  episode: Episode | null;
}

type Scored = Pick<Step, "scores"> & Partial<Pick<Step, "episodes">>;

/**
 * The turning point of a game: the step, and in it the episode, after which the winners were never
 * behind again. Seats that win together count as one, with the sum of their scores. Null if the
 * winners were never behind or were behind at the end, or if nobody or everybody won.
 */
export function turningPointOf(
  steps: readonly Scored[],
  winners: readonly Seat[],
  sides: readonly (readonly Seat[])[] = [],
): TurningPoint | null {
  const seats = steps.at(-1)?.scores.length ?? 0;
  if (winners.length === 0 || winners.length >= seats) return null;
  const together = sides.length > 0 ? sides : Array.from({ length: seats }, (_, seat) => [seat]);
  const behind = (scores: readonly number[]) => {
    const best = (wins: boolean) =>
      Math.max(
        ...together
          .filter((side) => side.some((seat) => winners.includes(seat)) === wins)
          .map((side) => side.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0)),
      );
    return best(false) > best(true);
  };
  const before = steps.findLastIndex(({ scores }) => behind(scores));
  const turn = steps[before + 1];
  if (before < 0 || !turn) return null;
  const scores = [...steps[before]!.scores];
  const episodes = turn.episodes ?? [];
  let episode = episodes.at(-1) ?? null;
  // The last episode at whose beginning the winners were behind.
  for (const each of episodes) {
    if (behind(scores) && (each.changes?.length ?? 0) > 0) episode = each;
    for (const { seat, amount } of each.changes ?? []) scores[seat] = (scores[seat] ?? 0) + amount;
  }
  return { step: before + 1, episode };
}
