/** Scenes on the board: what flares up at a square when something happens there. */
import type { By, Event, Square } from "../../generated/hostile";

/** What a flare is like. */
export type Look = "gain" | "break" | "snatch" | "endless" | "bump" | "stop" | "leave" | "throw";

/** Something that flares up at a square for about a second. */
export interface Flare {
  square: Square;
  look: Look;
  /** In whose colour; null for nobody's. */
  seat: number | null;
  /** A few characters over it. */
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

/** A pawn that does not walk leaves something behind. */
const LEAVING: Partial<Record<By, Look>> = {
  spring: "throw",
  spring_short: "throw",
  return: "leave",
  recall: "leave",
};

/** What flares up in an event; null for nothing. */
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
