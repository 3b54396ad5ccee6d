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
 * The winners' course by the scores: never behind, behind even at the end (the game was decided by
 * something else), or with a turning point.
 */
export type Course = "neverBehind" | "behindToTheEnd" | TurningPoint;

/**
 * The winners' course by the scores, with the turning point: the step, and in it the episode, after
 * which they were never behind again. Seats that win together count as one, with the sum of their
 * scores. Null if nobody or everybody won.
 */
export function courseOf(
  steps: readonly Scored[],
  winners: readonly Seat[],
  sides: readonly (readonly Seat[])[] = [],
): Course | null {
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
  if (before < 0) return "neverBehind";
  const turn = steps[before + 1];
  if (!turn) return "behindToTheEnd";
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

/** The turning point of a game, if the winners' course has one. */
export function turningPointOf(...game: Parameters<typeof courseOf>): TurningPoint | null {
  const course = courseOf(...game);
  return typeof course === "object" ? course : null;
}
