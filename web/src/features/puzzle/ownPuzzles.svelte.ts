/**
 * Puzzles from the user's own games: positions before decisions that a review found to be mistakes.
 * They are stored on this device alone.
 */
import type { MoveReview, Review } from "../../generated/bots";
import type { LocalizedText, Move, Seat } from "../../generated/core";
import { StoredData } from "../../lib/storage/storedData.svelte";
import { givenAway, percentOf } from "../analysis/review";
import type { AnalysisStart } from "../analysis/analysis.svelte";

/** The maximum numbers of puzzles: stored in all, and taken from one game. */
const MOST = 40;
const MOST_OF_GAME = 3;
/** The smallest loss of winning chance, in thousandths, that makes a decision a puzzle. */
const LEAST_LOSS = 80;
/** The maximum number of decisions of a game that is stored. */
const LONGEST = 400;

/** An action with its text. */
interface Choice {
  action: string;
  label: LocalizedText | string;
}

/** A puzzle from one of the user's games. */
export interface OwnPuzzle {
  /** The id: the table and the step. */
  id: string;
  table: string;
  /** The number of the step of the mistake, from 1. */
  step: number;
  seat: Seat;
  start: AnalysisStart;
  /** The decisions before the mistake. */
  actions: readonly Move[];
  played: Choice;
  better: Choice;
  /** The winning chance that the mistake lost, in per cent. */
  lost: number;
  solved: boolean;
}

const data = new StoredData("zashiki.own-puzzles", (found): readonly OwnPuzzle[] =>
  Array.isArray(found) ? (found as OwnPuzzle[]).filter(({ id, start }) => id && start) : [],
);

/** The user's own puzzles, newest last. Markup that reads them is updated when they change. */
export const ownPuzzles = {
  get all(): readonly OwnPuzzle[] {
    return data.now;
  },
};

export const removeOwnPuzzle = (id: string): void =>
  data.change((all) => all.filter((puzzle) => puzzle.id !== id));

export const solveOwnPuzzle = (id: string): void =>
  data.change((all) =>
    all.map((puzzle) => (puzzle.id === id ? { ...puzzle, solved: true } : puzzle)),
  );

/** The user's largest mistakes in a reviewed game for which the review knows a better action. */
export function mistakesOf({ decisions }: Pick<Review, "decisions">, seat: Seat): MoveReview[] {
  return decisions
    .filter((each) => each.seat === seat && each.better && givenAway(each) >= LEAST_LOSS)
    .sort((a, b) => givenAway(b) - givenAway(a))
    .slice(0, MOST_OF_GAME);
}

/** The decisions of a finished game, and its start. */
interface Game {
  start: AnalysisStart;
  actions: readonly Move[];
}

/** Stores the user's largest mistakes in a reviewed game as puzzles, once per game. */
export function keepMistakes(
  table: string,
  seat: Seat,
  review: Pick<Review, "decisions">,
  { start: { conclusion: _, ...start }, actions }: Game,
): void {
  if (actions.length > LONGEST) return;
  const mistakes = mistakesOf(review, seat);
  const found = mistakes.flatMap((mistake): OwnPuzzle[] => {
    const { better, step, taken } = mistake;
    if (!better) return [];
    return [
      {
        id: `${table}-${step}`,
        table,
        step,
        seat,
        start,
        actions: actions.slice(0, step - 1),
        played: { action: taken.action, label: taken.label },
        better: { action: better.action, label: better.label },
        lost: percentOf(givenAway(mistake)),
        solved: false,
      },
    ];
  });
  if (found.length === 0) return;
  data.change((all) =>
    all.some((puzzle) => puzzle.table === table) ? all : [...all, ...found].slice(-MOST),
  );
}
