/** Which puzzles were solved on this device. */
import { readStored, writeStored } from "../../lib/storage/storage";

const SOLVED = "zashiki.solved";

const marks = () => (readStored(SOLVED) ?? "").split(" ").filter(Boolean);
const markOf = (game: string, puzzle: string) => `${game}/${puzzle}`;

/** Whether this person solved the puzzle. */
export function isSolved(game: string, puzzle: string): boolean {
  return marks().includes(markOf(game, puzzle));
}

/** Remembers that this person solved the puzzle. */
export function markSolved(game: string, puzzle: string): void {
  if (!isSolved(game, puzzle)) writeStored(SOLVED, [...marks(), markOf(game, puzzle)].join(" "));
}
