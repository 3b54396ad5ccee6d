/**
 * The last move of each seat, which stays marked on the board: the path of its pawn in its last
 * turn, and the squares that its last decision about tiles changed.
 */
import type { By, Event, Square, View } from "../../generated/hostile";
import type { Seat, DescribedEvent } from "../../generated/core";
import { floorAt } from "./view";

/** One part of a pawn's path: a movement between two squares, and its cause. */
export interface Leg {
  from: Square;
  to: Square;
  by: By;
}

/** The kind of change that a seat made to a square. */
export type Deed = "placed" | "rotated" | "used" | "removed";

/** A square that a seat changed, and the kind of change. */
export interface Spot {
  square: Square;
  deed: Deed;
}

/** The last move of one seat. */
export interface LastMove {
  path: readonly Leg[];
  spots: readonly Spot[];
  /**
   * True if the turn in which the pawn took this path is over. The pawn's next step then begins a
   * new path.
   */
  over: boolean;
}

const NOTHING: LastMove = { path: [], spots: [], over: true };

/** The kind of change to the event's square, for each event that makes one. */
const DEEDS: Partial<Record<Event["event"], Deed>> = {
  placed: "placed",
  rotated: "rotated",
  used: "used",
  crashed: "removed",
  stole: "removed",
  endless: "removed",
};

/** The last move of a seat after one more decision. */
export function afterDecision(before: LastMove, seat: Seat, events: readonly Event[]): LastMove {
  const legs: Leg[] = [];
  const spots = new Map<Square, Deed>();
  let over = false;
  for (const event of events) {
    if (event.event === "moved" && event.seat === seat)
      legs.push({ from: event.from, to: event.to, by: event.by });
    if (event.event === "turn_ended" && event.seat === seat) over = true;
    const deed = DEEDS[event.event];
    if (deed && "square" in event) spots.set(event.square, deed);
  }
  return {
    path: legs.length === 0 ? before.path : before.over ? legs : [...before.path, ...legs],
    spots: spots.size === 0 ? before.spots : [...spots].map(([square, deed]) => ({ square, deed })),
    over: over || (before.over && legs.length === 0),
  };
}

/** The last move of a seat, with the data needed to update it. */
export interface Memory {
  /** The last move without the latest decision. */
  before: LastMove;
  told: readonly DescribedEvent[];
  now: LastMove;
}

/** Returns true if `now` has the events of the same decision as `before`, possibly more of them. */
const goesOn = (before: readonly DescribedEvent[], now: readonly DescribedEvent[]) =>
  before.every(({ event }, index) => now[index]?.event === event);

/** Updates the last move of each seat with the events of its latest decision. */
export function remember(
  memory: ReadonlyMap<Seat, Memory>,
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>,
): ReadonlyMap<Seat, Memory> {
  return new Map(
    [...lastEvents].map(([seat, told]) => {
      const known = memory.get(seat);
      const before = !known ? NOTHING : goesOn(known.told, told) ? known.before : known.now;
      const events = told.map(({ event }) => event as Event);
      return [seat, { before, told, now: afterDecision(before, seat, events) }];
    }),
  );
}

/**
 * The part of a last move to mark: the path if the pawn is still at its end, and the changes to
 * squares that still have the tile (or, after a removal, still have none).
 */
export function visible(
  { path, spots }: LastMove,
  seat: Seat,
  view: Pick<View, "seats" | "floor">,
): Pick<LastMove, "path" | "spots"> {
  return {
    path: path.at(-1)?.to === view.seats[seat]?.pawn ? path : [],
    spots: spots.filter(({ square, deed }) => {
      if (deed === "used") return true;
      return (floorAt(view, square) === undefined) === (deed === "removed");
    }),
  };
}
