/** The user's seat in a game, remembered on the way to its rematch, where the seats move on. */
import type { Seat } from "../../generated/core";

let kept: { table: string; seat: Seat } | null = null;

/** Remembers the user's seat for the rematch at this table. */
export function keepSeat(rematch: string, seat: Seat): void {
  kept = { table: rematch, seat };
}

/**
 * Returns the user's seat in the game before the rematch at this table, once; null if this table is
 * no rematch to which the user has just come.
 */
export function takeSeatBefore(table: string): Seat | null {
  if (kept?.table !== table) return null;
  const { seat } = kept;
  kept = null;
  return seat;
}
