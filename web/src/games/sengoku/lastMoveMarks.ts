/** The marks for the last move of each seat on the board. */
import type { Event, Placed } from "../../generated/sengoku";
import type { Seat, DescribedEvent } from "../../generated/core";

/** The results of the seats' last moves that are marked on the board. */
export interface Latest {
  /** The domino that each seat placed last: the key is the square of its lower mark. */
  dominoes: ReadonlyMap<string, Seat>;
  /** The flower paths (花道) that these moves decided, by battlefield and path, such as `0-3`. */
  lines: ReadonlySet<string>;
  /** The castles that these moves decided, by battlefield. */
  castles: ReadonlySet<number>;
}

/**
 * The marks to draw. The domino that a seat placed last stays marked while this seat declares the
 * next one: the declared tile is visible beside the sheet, and the place of the last one matters
 * for the next choice.
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
