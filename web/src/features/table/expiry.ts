/** Finds the decisions that were made because a seat's time had run out. */
import type { Seat, Step } from "../../generated/core";

/**
 * The seats whose latest step in this log was made because their time had run out, each with the
 * number of that step. `expired` contains the numbers of all such steps.
 */
export function lateSeats(
  log: readonly Pick<Step, "seat" | "number">[],
  expired: readonly number[],
): ReadonlyMap<Seat, number> {
  const latest = new Map<Seat, number>();
  for (const { seat, number } of log) if (seat !== null) latest.set(seat, number);
  return new Map([...latest].filter(([, number]) => expired.includes(number)));
}
