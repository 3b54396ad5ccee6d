/** Effects on the board: a short flare at a square during an event. */
import type { By, Event, Square } from "../../generated/hostile";

/** The kind of a flare, which determines its drawing. */
export type Look = "gain" | "break" | "snatch" | "endless" | "bump" | "stop" | "leave" | "throw";

/** A flash at a square, shown for about a second during an event. */
export interface Flare {
  square: Square;
  look: Look;
  /** The seat whose colour the flare has; null for none. */
  seat: number | null;
  /** A short text over the flare. */
  text: string;
}

const LOOKS: Partial<Record<Event["event"], Look>> = {
  gained: "gain",
  crashed: "break",
  stole: "snatch",
  endless: "endless",
  halted: "bump",
  caught: "bump",
  stopped: "stop",
};

/**
 * The flare on the square that a pawn leaves, for movements that are not steps from square to
 * square.
 */
const LEAVING: Partial<Record<By, Look>> = {
  spring: "throw",
  spring_short: "throw",
  return: "leave",
  recall: "leave",
};

/** The flare of an event; null for none. */
export function flare(event: Event): Flare | null {
  if (event.event === "moved") {
    const look = LEAVING[event.by];
    return look ? { square: event.from, look, seat: event.seat, text: "" } : null;
  }
  const look = LOOKS[event.event];
  if (!look || !("square" in event)) return null;
  return {
    square: event.square,
    look,
    seat: "seat" in event ? event.seat : null,
    text: event.event === "gained" ? `+${event.gems}` : "",
  };
}
