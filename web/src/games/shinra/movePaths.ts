/**
 * The paths of pieces in an event, and the places that the event affects. A place is the
 * `data-anchor` of an element: a square, `hand-<seat>`, or `aside` for the piece that a king's step
 * has set aside.
 */
import type { Event, Kind, Square } from "../../generated/shinra";
import { readItem } from "./item";

/** A change of points that the page shows over a square. */
export interface Loss {
  key: string;
  square: Square;
  by: number;
}

/** The path of one piece between two places. */
export interface MovePath {
  from: string;
  to: string;
  seat: number;
  cards: readonly Kind[];
  /** True if the piece returns at the end: it attacked without capturing its target. */
  returns?: boolean;
}

/**
 * The paths of the pieces in an event. `at` returns the cards on a square just before the event.
 */
export function movePaths(
  event: Event,
  at: (square: Square) => { seat: number; cards: readonly Kind[] } | null,
): MovePath[] {
  if (!("seat" in event)) return [];
  const { seat } = event;
  const hand = `hand-${seat}`;
  switch (event.event) {
    case "deployed":
    case "put":
    case "added":
      return [{ from: hand, to: event.to, seat, cards: readItem(event.item).cards }];
    case "paired":
      return [{ from: hand, to: event.to, seat, cards: event.stack }];
    case "moved":
    case "joined":
    case "went_back":
      return [{ from: event.from, to: event.to, seat, cards: event.cards }];
    case "king_stepped":
      return [
        { from: event.from, to: event.to, seat, cards: ["king"] },
        { from: event.to, to: "aside", seat, cards: event.cards },
      ];
    case "settled":
      return [{ from: "aside", to: event.to, seat, cards: event.cards }];
    case "hit":
      return [{ from: event.from, to: event.to, seat, cards: event.cards, returns: true }];
    case "captured":
      return [
        { from: event.from, to: event.to, seat, cards: event.cards },
        { from: event.to, to: hand, seat: 1 - seat, cards: event.target },
      ];
    case "retreated":
      return [{ from: event.from, to: hand, seat, cards: readItem(event.item).cards }];
    case "queen_returned":
      return [{ from: hand, to: `hand-${1 - seat}`, seat: 1 - seat, cards: ["queen"] }];
    case "switched":
      return [
        [event.a, event.b],
        [event.b, event.a],
      ].flatMap(([from, to]) => {
        const there = at(from!);
        return there ? [{ from: from!, to: to!, seat, cards: there.cards }] : [];
      });
    default:
      return [];
  }
}

/** The squares on which a piece is about to arrive. The page shows them without it until then. */
export function arriving(event: Event): Square[] {
  switch (event.event) {
    case "deployed":
    case "put":
    case "paired":
    case "moved":
    case "went_back":
    case "captured":
    case "settled":
    case "king_stepped":
      return [event.to];
    case "switched":
      return [event.a, event.b];
    default:
      return [];
  }
}

/** The changes of points in an event. `king` returns the square of a seat's king. */
export function losses(event: Event, king: (seat: number) => Square | null): Loss[] {
  switch (event.event) {
    case "hit":
      return [{ key: `${event.to}-${event.points}`, square: event.to, by: -event.loss }];
    case "king_stepped":
      return event.gain > 0
        ? [{ key: `${event.to}+${event.points}`, square: event.to, by: event.gain }]
        : [];
    case "queen_returned": {
      const square = king(event.seat);
      return square && event.gain > 0
        ? [{ key: `${square}+${event.points}`, square, by: event.gain }]
        : [];
    }
    default:
      return [];
  }
}

/** The squares that an event affects; the page highlights them. */
export function glow(event: Event): Square[] {
  if (event.event === "switched") return [event.a, event.b];
  return "to" in event ? [event.to] : [];
}

/** An attack to animate: on one square, or over the whole sheet if a king is captured. */
export interface Clash {
  key: string;
  square: Square | null;
  /** True if the attack captures its target. */
  taken: boolean;
}

/** The attacks in an event that the page animates. */
export function clashes(event: Event): Clash[] {
  switch (event.event) {
    case "hit":
    case "captured":
      return [
        {
          key: `${event.event} ${event.from} ${event.to}`,
          square: event.to,
          taken: event.event === "captured",
        },
      ];
    case "king_taken":
      return [{ key: "king", square: null, taken: true }];
    default:
      return [];
  }
}
