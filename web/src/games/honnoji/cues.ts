/**
 * Highlights on the ring during an event: the icon's owner, its number, and the affected square.
 */
import type { Event, Icon, View } from "../../generated/honnoji";

/** An order being carried out, to be highlighted on the ring. */
export interface Cue {
  /** The square that the order affects. */
  square: number;
  seat: number;
  icon: Icon;
  /**
   * The number of the order: for a recovery the number of cards. Null if no number was designated.
   */
  number: number | null;
  /** True if the order has no effect. */
  vain: boolean;
}

/** The orders that are carried out in these events. */
export function cues(events: readonly Event[], view: View): Cue[] {
  const standing = (seat: number) => view.players[seat]?.square ?? null;
  return events.flatMap((event): Cue[] => {
    switch (event.event) {
      case "moved": {
        const square = event.path.at(-1);
        if (square === undefined) return [];
        return [{ square, seat: event.seat, icon: "move", number: square, vain: false }];
      }
      case "stayed": {
        const { square, seat } = event;
        // A player who designated nothing wanted to stay.
        if (event.why === "not_designated") return [];
        return [{ square, seat, icon: "move", number: null, vain: true }];
      }
      case "attacked": {
        const { square, seat, icon } = event;
        return [{ square, seat, icon, number: square, vain: false }];
      }
      case "in_vain": {
        const { seat, icon, number } = event;
        const square = icon === "recover" ? standing(seat) : number;
        return square === null ? [] : [{ square, seat, icon, number, vain: true }];
      }
      case "recovered": {
        const { seat, faces } = event;
        const square = standing(seat);
        if (square === null) return [];
        return [{ square, seat, icon: "recover", number: faces.length, vain: faces.length === 0 }];
      }
      default:
        return [];
    }
  });
}
