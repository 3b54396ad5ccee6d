/** Requests about puzzles, their solutions and replies. */
import type { LegalAction, Move, Puzzle, PuzzleHeading } from "../../generated/core";
import { ask, askOnce, gamePath } from "./http";

/** Requests the entries of a game's puzzles for lists. */
export function getPuzzles(game: string): Promise<readonly PuzzleHeading[]> {
  return askOnce<readonly PuzzleHeading[]>(`${gamePath(game)}/puzzles`);
}

const puzzlePath = (game: string, puzzle: string) =>
  `${gamePath(game)}/puzzles/${encodeURIComponent(puzzle)}`;

/** Requests one puzzle. */
export function getPuzzle(game: string, puzzle: string): Promise<Puzzle> {
  return askOnce<Puzzle>(puzzlePath(game, puzzle));
}

/** Requests the decisions that solve a puzzle, for users who give up. */
export function getSolution(game: string, puzzle: string): Promise<readonly string[]> {
  return ask<readonly string[]>(`${puzzlePath(game, puzzle)}/solution`);
}

/** Requests a hint: a few actions, one of which begins the solution. */
export function getHint(game: string, puzzle: string): Promise<readonly LegalAction[]> {
  return ask<readonly LegalAction[]>(`${puzzlePath(game, puzzle)}/hint`);
}

/**
 * Requests the replies of the other seats to the user's decisions so far; empty if the goal was
 * missed.
 */
export function getReply(
  game: string,
  puzzle: string,
  decisions: readonly string[],
): Promise<readonly Move[]> {
  const to = encodeURIComponent(decisions.join(", "));
  return ask<readonly Move[]>(`${puzzlePath(game, puzzle)}/reply?to=${to}`);
}
