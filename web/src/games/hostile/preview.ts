/**
 * The preview of an action: its effects, prepared from the server's events for drawing and for
 * texts.
 */
import type { Event, Ride, Square, View } from "../../generated/hostile";
import type { ActionPreview } from "../types";

/** The cause of a pawn's movement to a square. */
export type By = Extract<Event, { event: "moved" }>["by"];

/** The reason why a pawn's path ends. */
export type Reason = "arrives" | "edge" | "pawn" | "start" | "wall" | "stop" | "caught";

/** One movement of a pawn between two squares of its path. */
export interface Step {
  from: Square;
  square: Square;
  by: By;
  /** The number of gems that the pawn would take on this square. */
  gems: number;
}

/** The path that a pawn would take, and the reason for its end. */
export interface Way {
  seat: number;
  steps: Step[];
  reason: Reason;
}

/**
 * An endless movement that an action would make possible: the tile's square, the test that finds
 * it, and the seats of the affected pawns.
 */
export type Endless = Pick<Extract<Event, { event: "endless" }>, "square" | "judged" | "seats">;

/** The effects of an action. */
export interface Preview {
  way: Way | null;
  /**
   * The endless movement that the action would make possible; its tile would be discarded at once.
   * Null for none.
   */
  endless: Endless | null;
  /** True if a tile would be discarded because the hand is full. */
  handFull: boolean;
  /** Gems gained without moving, by seat. */
  gains: { seat: number; gems: number }[];
  /** The movements by tiles that the action would make possible, by seat. */
  rides: SeatRide[];
}

/** A movement by tiles that begins with one step of a seat's pawn. */
export interface SeatRide extends Ride {
  seat: number;
  /** The square on which the pawn is now. */
  from: Square;
}

/** The movements by tiles that a pawn could begin in `after` and not in `before`. */
export function newRides(before: Pick<View, "seats">, after: Pick<View, "seats">): SeatRide[] {
  return after.seats.flatMap(({ pawn, rides }, seat) => {
    const known = new Set(before.seats[seat]?.rides.map((ride) => JSON.stringify(ride)));
    const fresh = rides.filter((ride) => !known.has(JSON.stringify(ride)));
    return fresh.map((ride) => ({ ...ride, seat, from: pawn }));
  });
}

/** Reads the effects from a preview, taken in `before`; null if it has no events. */
export function preview(
  { told }: Pick<ActionPreview, "told">,
  before: Pick<View, "seats">,
): Preview | null {
  if (told.length === 0) return null;
  const after = told.findLast(({ view }) => view !== undefined)?.view as View | undefined;
  // After a movement of a pawn, the movements that begin where it ends are not of interest yet.
  const moves = told.some(({ event }) => (event as Event).event === "moved");
  const rides = after && !moves ? newRides(before, after) : [];
  const out: Preview = { way: null, endless: null, handFull: false, gains: [], rides };
  for (const { event } of told) {
    const happened = event as Event;
    switch (happened.event) {
      case "moved":
        out.way ??= { seat: happened.seat, steps: [], reason: "arrives" };
        out.way.steps.push({
          from: happened.from,
          square: happened.to,
          by: happened.by,
          gems: 0,
        });
        break;
      case "gained": {
        const last = out.way?.steps.at(-1);
        if (out.way?.seat === happened.seat && last?.square === happened.square)
          last.gems += happened.gems;
        else out.gains.push({ seat: happened.seat, gems: happened.gems });
        break;
      }
      case "halted":
        if (out.way) out.way.reason = happened.by;
        break;
      case "stopped":
        if (out.way) out.way.reason = "stop";
        break;
      case "caught":
        if (out.way) out.way.reason = "caught";
        break;
      case "endless":
        out.endless = happened;
        break;
      case "hand_full":
        out.handFull = true;
        break;
    }
  }
  return out;
}
