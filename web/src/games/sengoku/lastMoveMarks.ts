/** Marks of the last moves on the board. */
import type { Event, Placed } from "../../generated/sengoku";
import type { Seat, DescribedEvent } from "../../generated/core";

/** The last moves, as places on the board. */
export interface Latest {
  /** The last domino of each seat, by the square of its lower mark. */
  dominoes: ReadonlyMap<string, Seat>;
  /** The 花道 that the seats' last decisions settled, by battlefield and line (`0-3`). */
  lines: ReadonlySet<string>;
  /** The castles that they settled, by battlefield. */
  castles: ReadonlySet<number>;
}

/**
 * A seat's domino stays marked while that seat declares: its declared tile is visible beside the
 * sheet, and its last place matters for the next choice.
 */
export function latest(
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>,
  placed: readonly Placed[],
): Latest {
  const last = new Map(placed.map(({ seat, low }) => [seat, low]));
  const events = [...lastEvents.values()].flat().map(({ event }) => event as Event);
  return {
    dominoes: new Map([...last].map(([seat, low]) => [low, seat])),
    lines: new Set(
      events.flatMap((event) => (event.event === "line" ? [`${event.field}-${event.line}`] : [])),
    ),
    castles: new Set(events.flatMap((event) => (event.event === "castle" ? [event.field] : []))),
  };
}
