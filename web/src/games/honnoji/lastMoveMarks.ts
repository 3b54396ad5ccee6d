/**
 * The effects of each seat's last decision, to be marked until the seat decides again: the origin
 * of its pawn, its attacks, the cards it took.
 */
import type { Event, Face, Icon } from "../../generated/honnoji";
import type { Seat, DescribedEvent } from "../../generated/core";

/**
 * A mark for a part of a seat's last decision: its pawn left a square, it attacked, or it took a
 * card.
 */
export type LastMove =
  | { kind: "left"; seat: Seat; square: number; to: number }
  | { kind: "attacked"; seat: Seat; square: number; icon: Icon }
  | { kind: "took"; seat: Seat; face: Face; square: number; from: Seat | null };

/** The marks that an event leaves. */
function marksOf(event: Event): LastMove[] {
  switch (event.event) {
    case "moved": {
      const { seat, from, path } = event;
      const to = path.at(-1);
      if (from === null || to === undefined) return [];
      return [{ kind: "left", seat, square: from, to }];
    }
    case "attacked": {
      const { seat, square, icon } = event;
      return [{ kind: "attacked", seat, square, icon }];
    }
    case "picked_up": {
      const { seat, square, face } = event;
      return [{ kind: "took", seat, face, square, from: null }];
    }
    case "stole": {
      const { seat, square, face, victim } = event;
      return [{ kind: "took", seat, face, square, from: victim }];
    }
    default:
      return [];
  }
}

/**
 * The marks of all seats. The last seat to declare triggers the events of all layouts, so a mark
 * belongs to the seat of the event, not to the seat whose decision it followed.
 */
export function lastMoves(lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>): LastMove[] {
  return [...lastEvents.values()].flatMap((told) =>
    told.flatMap(({ event }) => marksOf(event as Event)),
  );
}

/** The mark of a card that a seat took; undefined if the card is not marked. */
export const takenBy = (all: readonly LastMove[], seat: Seat, face: Face) =>
  all.findLast(
    (trace): trace is Extract<LastMove, { kind: "took" }> =>
      trace.kind === "took" && trace.seat === seat && trace.face === face,
  );
