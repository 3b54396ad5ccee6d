/** The puzzles of a game as a path: in their order, with the next one that is not solved. */
import type { GameSummary } from "../../generated/session";
import type { PuzzleHeading } from "../../generated/core";
import { isSolved } from "./solved";

/** A puzzle in a list. */
export interface PuzzleEntry extends PuzzleHeading {
  game: GameSummary;
  /** The number of the puzzle in its game, from 1. */
  number: number;
  solved: boolean;
  /** True if the title says more than a number. */
  titled: boolean;
}

const NUMBER = /^\D{0,10}\d+$/;

/** The entries of a game's puzzles, in their order. */
export function entriesOf(game: GameSummary, headings: readonly PuzzleHeading[]): PuzzleEntry[] {
  return headings.map((heading, index) => ({
    ...heading,
    game,
    number: index + 1,
    solved: isSolved(game.id, heading.id),
    titled: !NUMBER.test(heading.title.en),
  }));
}

/** The entries shown at first: from the first unsolved one on, and as many as fit. */
export function excerptOf(entries: readonly PuzzleEntry[], most: number): readonly PuzzleEntry[] {
  const next = Math.max(
    entries.findIndex(({ solved }) => !solved),
    0,
  );
  const from = Math.max(0, Math.min(next, entries.length - most));
  return entries.slice(from, from + most);
}

/**
 * The next puzzle for the user: the first unsolved one of a game in which they have solved others,
 * otherwise of a game that they know, otherwise of any game; null if all are solved.
 */
export function nextUnsolved(
  sets: readonly (readonly PuzzleEntry[])[],
  knows: (game: string) => boolean,
): PuzzleEntry | null {
  const begun = sets.filter((set) => set.some(({ solved }) => solved));
  const known = sets.filter((set) => set[0] && knows(set[0].game.id));
  const open = [...begun, ...known, ...sets].flatMap(
    (set) => set.find(({ solved }) => !solved) ?? [],
  );
  return open[0] ?? null;
}
