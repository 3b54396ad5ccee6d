/**
 * What is lit on the ring while something happens: whose icon it is, the number it came to, and
 * the square it is about.
 */
import type { Event, Icon, View } from "../../generated/honnoji";

/** One order being carried out. */
export interface Cue {
  /** The square it is about. */
  square: number;
  seat: number;
  icon: Icon;
  /** The number; of a recovery, of how many cards. Null where no number was designated. */
  number: number | null;
  /** True if nothing comes of it. */
  vain: boolean;
}

/** The orders that are carried out in what happens now. */
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
        // Who designated nothing meant to stay.
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
