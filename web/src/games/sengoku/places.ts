/**
 * Selection of a domino's place: first one of its squares, then its direction. The ghost shows one
 * of the legal places over the first square (the anchor); turning shows the next of them.
 */
import { DIRECTIONS, straddles, towards, type Lying } from "./sheet";
import type { Catalogue } from "../../generated/sengoku";

/** Two squares: of the lower and of the higher mark. */
export interface Spot {
  low: string;
  high: string;
}

/** The domino at its selected place. */
export interface Ghost<P extends Spot = Spot> {
  /** The square that was selected first. */
  anchor: string;
  /** The current place, which covers the anchor. */
  place: P;
}

/** Returns true if a domino there covers the square. */
export const covers = (spot: Spot, square: string) => spot.low === square || spot.high === square;

/**
 * The places over a square in the order of rotation: rightwards, down, left, up; in each direction
 * first with the lower mark on the square, then with the higher.
 */
export function over<P extends Spot>(places: readonly P[], square: string): P[] {
  return places
    .filter((place) => covers(place, square))
    .sort((a, b) => poseOf(a, square) - poseOf(b, square));
}

/** The number of orientations in which a domino can be held by one of its halves. */
export const POSES = 2 * DIRECTIONS.length;

/** The orientation of the domino as seen from the square, in the order of rotation, from 0. */
export function poseOf(spot: Spot, square: string): number {
  const low = spot.low === square;
  const direction = towards(square, low ? spot.high : spot.low);
  return 2 * DIRECTIONS.indexOf(direction ?? "right") + (low ? 0 : 1);
}

/** The drawing of a domino that is held by one half: see `Lying`. */
export function posing(pose: number): Pick<Lying, "upright" | "turned"> & { first: boolean } {
  const direction = DIRECTIONS[Math.floor(pose / 2)] ?? "right";
  const first = direction === "right" || direction === "down";
  return {
    upright: direction === "down" || direction === "up",
    turned: first === (pose % 2 === 1),
    first,
  };
}

/**
 * The place over the square in this orientation, or the next one in the order of rotation; null if
 * there is none.
 */
export function carry<P extends Spot>(
  places: readonly P[],
  square: string,
  pose: number,
): Ghost<P> | null {
  const ways = over(places, square);
  const place = ways.find((way) => poseOf(way, square) >= pose) ?? ways[0];
  return place ? { anchor: square, place } : null;
}

/** The next (or with −1 the previous) place over the anchor. */
export function turn<P extends Spot>(places: readonly P[], ghost: Ghost<P>, by: 1 | -1): Ghost<P> {
  const ways = over(places, ghost.anchor);
  const here = ways.indexOf(ghost.place);
  return { ...ghost, place: ways[(here + by + ways.length) % ways.length] ?? ghost.place };
}

/** The index of the shown place among those over the anchor, from 1, and their number. */
export function turns(places: readonly Spot[], ghost: Ghost): [number, number] {
  const ways = over(places, ghost.anchor);
  return [ways.indexOf(ghost.place) + 1, ways.length];
}

/**
 * The effect of a tap on a square. Without a ghost it selects the square. On the ghost it turns it
 * (or, if it cannot turn, restarts from the tapped square); beside the anchor it points the ghost
 * there; on another square of a place it restarts there. No tap removes the ghost.
 */
export function tap<P extends Spot>(
  places: readonly P[],
  ghost: Ghost<P> | null,
  square: string,
): Ghost<P> | null {
  const ways = over(places, square);
  const fresh = (): Ghost<P> | null => (ways[0] ? { anchor: square, place: ways[0] } : ghost);
  if (!ghost) return fresh();
  if (covers(ghost.place, square)) {
    if (over(places, ghost.anchor).length > 1) return turn(places, ghost, 1);
    return ways.length > 1 ? turn(places, { anchor: square, place: ghost.place }, 1) : ghost;
  }
  const beside = over(places, ghost.anchor).find((place) => covers(place, square));
  return beside ? { ...ghost, place: beside } : fresh();
}

/** The enabled squares: all that a place covers, or with a ghost those that turn it. */
export function open(places: readonly Spot[], ghost: Ghost | null): Set<string> {
  const those = ghost ? over(places, ghost.anchor) : places;
  return new Set(those.flatMap(({ low, high }) => [low, high]));
}

/** The places that cover a square. */
export interface Reach {
  /** The number of places. */
  ways: number;
  /** The number of those in two battlefields. */
  straddling: number;
}

/** Every square that one of the places covers. */
export function reach(components: Catalogue, places: readonly Spot[]): Map<string, Reach> {
  const out = new Map<string, Reach>();
  for (const { low, high } of places) {
    const over = straddles(components, low, high) ? 1 : 0;
    for (const square of [low, high]) {
      const known = out.get(square) ?? { ways: 0, straddling: 0 };
      out.set(square, { ways: known.ways + 1, straddling: known.straddling + over });
    }
  }
  return out;
}

/** The number of places in two battlefields. */
export function straddling(components: Catalogue, places: readonly Spot[]): number {
  return places.filter(({ low, high }) => straddles(components, low, high)).length;
}
