/** What happened last. */
import type { Seat, Step, Told } from "../../generated/table";

/**
 * What each seat's last decision brought, in the order of the seats. A long log is read from its
 * end, as far back as need be.
 */
export function lastEventsOf(
  log: readonly Pick<Step, "seat" | "told">[],
  seats: number,
): ReadonlyMap<Seat, readonly Told[]> {
  const last = new Map<Seat, readonly Told[]>();
  for (let at = log.length - 1; at >= 0 && last.size < seats; at--) {
    const { seat, told } = log[at]!;
    if (seat !== null && !last.has(seat)) last.set(seat, told);
  }
  return new Map([...last].sort(([one], [other]) => one - other));
}
