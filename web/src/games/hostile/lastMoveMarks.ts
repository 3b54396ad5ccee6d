/**
 * What each seat did last, to stay marked: the way its pawn went in its last turn, and the squares
 * its last decision about tiles changed. Events in, places out.
 */
import type { By, Event, Square, View } from "../../generated/hostile";
import type { Seat, Told } from "../../generated/table";
import { floorAt } from "./view";

/** One step of a pawn. */
export interface Leg {
  from: Square;
  to: Square;
  by: By;
}

/** What was done to a square. */
export type Deed = "placed" | "rotated" | "used" | "removed";

/** A square that was changed. */
export interface Spot {
  square: Square;
  deed: Deed;
}

/** What one seat did last. */
export interface LastMove {
  path: readonly Leg[];
  spots: readonly Spot[];
  /** Whether its turn is over: its next step begins a new way. */
  over: boolean;
}

const NOTHING: LastMove = { path: [], spots: [], over: true };

/** What events do to squares, and how that is called. */
const DEEDS: Partial<Record<Event["event"], Deed>> = {
  placed: "placed",
  rotated: "rotated",
  used: "used",
  crashed: "removed",
  stole: "removed",
  endless: "removed",
};

/** The trace of a seat after one more decision of its own. */
export function traced(before: LastMove, seat: Seat, events: readonly Event[]): LastMove {
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

/** What is remembered of each seat. */
export interface Memory {
  /** Its trace before its last decision. */
  before: LastMove;
  told: readonly Told[];
  now: LastMove;
}

/** Whether this is the same decision, of which more has been shown by now. */
const goesOn = (before: readonly Told[], now: readonly Told[]) =>
  before.every(({ event }, index) => now[index]?.event === event);

/** Remembers each seat's last decisions. */
export function remember(
  memory: ReadonlyMap<Seat, Memory>,
  lastEvents: ReadonlyMap<Seat, readonly Told[]>,
): ReadonlyMap<Seat, Memory> {
  return new Map(
    [...lastEvents].map(([seat, told]) => {
      const known = memory.get(seat);
      const before = !known ? NOTHING : goesOn(known.told, told) ? known.before : known.now;
      const events = told.map(({ event }) => event as Event);
      return [seat, { before, told, now: traced(before, seat, events) }];
    }),
  );
}

/** What of a trace is still to be seen: a pawn that stands where its way ended, a tile that lies. */
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
