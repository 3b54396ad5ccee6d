/** What happened last. */
import type { Seat, Step, Told } from "../generated/table";

/** What each seat's last decision brought. */
export function lastOf(
  log: readonly Pick<Step, "seat" | "told">[],
): ReadonlyMap<Seat, readonly Told[]> {
  const last = new Map<Seat, readonly Told[]>();
  for (const { seat, told } of log) if (seat !== null) last.set(seat, told);
  return last;
}
