/**
 * The places where each seat's last decision moved something: `card-5`, `square-0`, `step-7`,
 * `plot-2`.
 */
import type { Event } from "../../generated/kokyu";
import type { Seat, DescribedEvent } from "../../generated/core";
import type { Spot } from "./highlights";

/** A place to mark, and the seat whose piece came to it or left it. */
interface LastMove {
  spot: Spot;
  seat: Seat;
}

/** The places that an event changes, in a bedroom with this number of squares. */
function lastMoves(event: Event, squares: number): LastMove[] {
  const of = (seat: Seat, ...spots: Spot[]) => spots.map((spot) => ({ spot, seat }));
  switch (event.event) {
    case "placed":
      return of(event.eunuch.seat, `card-${event.card}`);
    case "flew":
      return of(event.eunuch.seat, `card-${event.from}`, `card-${event.to}`);
    case "entered":
    case "executes":
      return of(event.eunuch.seat, `square-${event.square}`);
    case "advances":
      return of(event.seat, `step-${event.from}`, `step-${(event.from + event.steps) % squares}`);
    case "pushed_back":
      return event.from === event.to
        ? []
        : of(event.seat, `step-${event.from}`, `step-${event.to}`);
    case "drew":
      return of(event.seat, `plot-${event.plot}`);
    default:
      return [];
  }
}

/** For each place, the seats whose pieces the last decisions moved to or from it. */
export function marks(
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>,
  squares: number,
): ReadonlyMap<Spot, readonly Seat[]> {
  const out = new Map<Spot, Seat[]>();
  for (const told of lastEvents.values())
    for (const { event } of told)
      for (const { spot, seat } of lastMoves(event as Event, squares)) {
        const seats = out.get(spot) ?? [];
        if (!seats.includes(seat)) out.set(spot, [...seats, seat].sort());
      }
  return out;
}
