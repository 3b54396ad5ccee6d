/** What each seat's last decision did on the sheet, to be marked until it decides again. */
import type { Event, Square } from "../../generated/shinra";
import type { Seat, Told } from "../../generated/table";
import type { Words } from "./messages";

/** What happened to a square. */
export type Deed = "left" | "reached" | "struck";

/** A square, and what a seat did there. */
export interface LastMove {
  square: Square;
  deed: Deed;
}

/** The traces of each seat. */
export type LastMoves = ReadonlyMap<Seat, readonly LastMove[]>;

/** How a trace is said of somebody. */
export const DEEDS = {
  left: "lastLeft",
  reached: "lastReached",
  struck: "lastStruck",
} as const satisfies Record<Deed, keyof Words>;

function tracesOf(event: Event): LastMove[] {
  switch (event.event) {
    case "deployed":
    case "put":
    case "added":
    case "paired":
    case "settled":
      return [{ square: event.to, deed: "reached" }];
    case "moved":
    case "joined":
    case "went_back":
    case "captured":
    case "king_stepped":
      return [
        { square: event.from, deed: "left" },
        { square: event.to, deed: "reached" },
      ];
    case "hit":
      return [
        { square: event.from, deed: "reached" },
        { square: event.to, deed: "struck" },
      ];
    case "retreated":
      return [{ square: event.from, deed: "left" }];
    case "switched":
      return [event.a, event.b].map((square) => ({ square, deed: "reached" }));
    default:
      return [];
  }
}

/** What some events did on the sheet; of a square the last counts. */
export function lastMoves(told: readonly Told[]): LastMove[] {
  const last = new Map<Square, LastMove>();
  for (const { event } of told)
    for (const trace of tracesOf(event as Event)) last.set(trace.square, trace);
  return [...last.values()];
}

/**
 * The traces after the newest decisions. A decision that did nothing on the sheet, such as not to
 * switch, leaves what the seat did before it.
 */
export function follow(
  before: LastMoves,
  lastEvents: ReadonlyMap<Seat, readonly Told[]>,
): LastMoves {
  return new Map(
    [...lastEvents].map(([seat, told]) => {
      const fresh = lastMoves(told);
      return [seat, fresh.length > 0 ? fresh : (before.get(seat) ?? [])];
    }),
  );
}
