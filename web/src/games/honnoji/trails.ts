/** The moves and attacks that are drawn as lines between the squares of the ring. */
import type { Event, Icon, View } from "../../generated/honnoji";

/** A line from square to square. */
export interface Trail {
  /** The seat that moves or attacks. */
  seat: number;
  icon: Icon;
  /** The squares from the first to the last, at least two. */
  squares: readonly number[];
}

/** The lines of the events being shown. */
export function trails(events: readonly Event[], view: View): Trail[] {
  const all = events.flatMap((event): Trail[] => {
    switch (event.event) {
      case "moved":
        return event.from === null
          ? []
          : [{ seat: event.seat, icon: "move", squares: [event.from, ...event.path] }];
      case "attacked":
      case "stole": {
        const from = view.players[event.seat]?.square ?? null;
        return from === null
          ? []
          : [{ seat: event.seat, icon: event.icon, squares: [from, event.square] }];
      }
      default:
        return [];
    }
  });
  return all.filter(({ squares }) => squares[0] !== squares.at(-1));
}
