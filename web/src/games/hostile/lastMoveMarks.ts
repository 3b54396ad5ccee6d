/**
 * The last move of each seat, to stay marked: the path of its pawn in its last turn, and the
 * squares that its last decision about tiles changed.
 */
import type { By, Event, Square, View } from "../../generated/hostile";
import type { Seat, DescribedEvent } from "../../generated/core";
import { floorAt } from "./view";

/** One step of a pawn. */
export interface Leg {
  from: Square;
  to: Square;
  by: By;
}

/** A change of a square. */
export type Deed = "placed" | "rotated" | "used" | "removed";

/** A changed square. */
export interface Spot {
  square: Square;
  deed: Deed;
}

/** The last move of one seat. */
export interface LastMove {
  path: readonly Leg[];
  spots: readonly Spot[];
  /** True if its turn is over: its next step begins a new path. */
  over: boolean;
}

const NOTHING: LastMove = { path: [], spots: [], over: true };

/** The changes that events make to squares. */
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

/** The stored moves of a seat. */
export interface Memory {
  /** Its move before its last decision. */
  before: LastMove;
  told: readonly DescribedEvent[];
  now: LastMove;
}

/** Returns true if this is the same decision, with more of it shown. */
const goesOn = (before: readonly DescribedEvent[], now: readonly DescribedEvent[]) =>
  before.every(({ event }, index) => now[index]?.event === event);

/** Stores each seat's last decisions. */
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
 * The visible part of a move: the path of a pawn that is still at its end, tiles that are still
 * there.
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
