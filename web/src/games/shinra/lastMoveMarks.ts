/**
 * Marks on the squares that each seat's last decision changed. They stay until the seat decides
 * again.
 */
import type { Event, Square } from "../../generated/shinra";
import type { Seat, DescribedEvent } from "../../generated/core";
import type { Words } from "./messages";

/** The change of a square: a piece left it, reached it, or was hit on it. */
export type Deed = "left" | "reached" | "struck";

/** A marked square, and its change. */
export interface LastMove {
  square: Square;
  deed: Deed;
}

/** The marked squares by seat. */
export type LastMoves = ReadonlyMap<Seat, readonly LastMove[]>;

/** The message key for the text of each kind of mark. */
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

/** The marks of several events, at most one per square: the last one. */
export function lastMoves(told: readonly DescribedEvent[]): LastMove[] {
  const last = new Map<Square, LastMove>();
  for (const { event } of told)
    for (const trace of tracesOf(event as Event)) last.set(trace.square, trace);
  return [...last.values()];
}

/**
 * The marks after the newest decisions. A decision without effect on the sheet, such as not
 * switching, keeps the seat's earlier marks.
 */
export function follow(
  before: LastMoves,
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>,
): LastMoves {
  return new Map(
    [...lastEvents].map(([seat, told]) => {
      const fresh = lastMoves(told);
      return [seat, fresh.length > 0 ? fresh : (before.get(seat) ?? [])];
    }),
  );
}
