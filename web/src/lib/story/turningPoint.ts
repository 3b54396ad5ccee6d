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

/** The seats by side; with no sides, each seat is one. */
type Sides = readonly (readonly Seat[])[];

/** Returns true if the best side of the winners has a lower score than another. */
function areBehind(scores: readonly number[], winners: readonly Seat[], sides: Sides): boolean {
  const together = sides.length > 0 ? sides : scores.map((_, seat) => [seat]);
  const best = (wins: boolean) =>
    Math.max(
      ...together
        .filter((side) => side.some((seat) => winners.includes(seat)) === wins)
        .map((side) => side.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0)),
    );
  return best(false) > best(true);
}

/** Returns true if some seats won and others did not. */
export function isDecided(steps: readonly Scored[], winners: readonly Seat[]): boolean {
  return winners.length > 0 && winners.length < (steps.at(-1)?.scores.length ?? 0);
}

/** Returns true if the winners had a lower score than others at the end. */
export function wonBehind(
  steps: readonly Scored[],
  winners: readonly Seat[],
  sides: Sides = [],
): boolean {
  return isDecided(steps, winners) && areBehind(steps.at(-1)!.scores, winners, sides);
}

/**
 * The turning point of a game: the step, and in it the episode, after which the winners were never
 * behind again. Seats that win together count as one, with the sum of their scores. Null if the
 * winners were never behind or were behind at the end, or if nobody or everybody won.
 */
export function turningPointOf(
  steps: readonly Scored[],
  winners: readonly Seat[],
  sides: Sides = [],
): TurningPoint | null {
  if (!isDecided(steps, winners)) return null;
  const behind = (scores: readonly number[]) => areBehind(scores, winners, sides);
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
