/** Finds the last events of each seat in a game's log. */
import type { Seat, Step, DescribedEvent } from "../../generated/core";

/**
 * Returns the events of each seat's last decision, by seat, in the order of the seats. The log is
 * read from its end, only as far back as necessary.
 */
export function lastEventsOf(
  log: readonly Pick<Step, "seat" | "told">[],
  seats: number,
): ReadonlyMap<Seat, readonly DescribedEvent[]> {
  const last = new Map<Seat, readonly DescribedEvent[]>();
  for (let at = log.length - 1; at >= 0 && last.size < seats; at--) {
    const { seat, told } = log[at]!;
    if (seat !== null && !last.has(seat)) last.set(seat, told);
  }
  return new Map([...last].sort(([one], [other]) => one - other));
}
