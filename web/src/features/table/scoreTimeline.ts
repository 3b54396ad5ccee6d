/** The development of the scores over a game. */
import type { Seat, Step } from "../../generated/core";

/** The scores of all seats after each step. */
export interface ScoreTimeline {
  /** For each seat, its score after each step. */
  lines: readonly (readonly number[])[];
  /** The lowest and the highest score of all seats and steps. */
  range: readonly [low: number, high: number];
}

type Scored = Pick<Step, "scores">;

/** The scores of all seats over the steps of a game; null if the scores never changed. */
export function scoreTimelineOf(steps: readonly Scored[]): ScoreTimeline | null {
  const seats = steps.at(-1)?.scores.length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) =>
    steps.map(({ scores }) => scores[seat] ?? 0),
  );
  const all = lines.flat();
  const range = [Math.min(...all), Math.max(...all)] as const;
  if (seats === 0 || range[0] === range[1]) return null;
  return { lines, range };
}

/**
 * The rank of a seat, from 1. Winners come first, then seats with higher scores; equal seats share
 * the better rank.
 */
export function placeOf(seat: Seat, scores: readonly number[], winners: readonly Seat[]): number {
  const value = (each: number) => [Number(winners.includes(each)), scores[each] ?? 0] as const;
  const [mine, score] = value(seat);
  const better = scores.filter((_, other) => {
    const [wins, points] = value(other);
    return wins > mine || (wins === mine && points > score);
  });
  return better.length + 1;
}
