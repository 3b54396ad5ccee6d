/**
 * The selection of a place for a domino: first one of its squares, called the anchor, then a
 * direction. The ghost is a drawing of the domino at one of the legal places over the anchor;
 * turning moves it to the next of these places.
 */
import { DIRECTIONS, straddles, towards, type Lying } from "./sheet";
import type { Catalogue } from "../../generated/sengoku";

/** A place for a domino: the squares of its lower and of its higher mark. */
export interface Spot {
  low: string;
  high: string;
}

/** The drawing of a domino at the place that the user has selected. */
export interface Ghost<P extends Spot = Spot> {
  /** The square of the place that the user selected first. */
  anchor: string;
  /** The selected place, which covers the anchor. */
  place: P;
}

/** Returns true if a domino at this place covers the square. */
export const covers = (spot: Spot, square: string) => spot.low === square || spot.high === square;

/**
 * The places that cover a square, in the order of rotation: to the right, down, left, up; in each
 * direction first with the lower mark on the square, then with the higher.
 */
export function over<P extends Spot>(places: readonly P[], square: string): P[] {
  return places
    .filter((place) => covers(place, square))
    .sort((a, b) => poseOf(a, square) - poseOf(b, square));
}

/**
 * The number of orientations in which a domino can be held by one of its halves: two for each
 * direction.
 */
export const POSES = 2 * DIRECTIONS.length;

/**
 * The orientation of a domino as seen from one of its squares: an index in the order of rotation,
 * from 0.
 */
export function poseOf(spot: Spot, square: string): number {
  const low = spot.low === square;
  const direction = towards(square, low ? spot.high : spot.low);
  return 2 * DIRECTIONS.indexOf(direction ?? "right") + (low ? 0 : 1);
}

/**
 * The drawing of a domino in this orientation (see `Lying`). `first` is true if the held half is
 * the left or upper one.
 */
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
 * The place over the square in this orientation, or if that is illegal the next one in the order of
 * rotation; null if no place covers the square.
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

/** The ghost at the next place over its anchor, or with −1 at the previous one. */
export function turn<P extends Spot>(places: readonly P[], ghost: Ghost<P>, by: 1 | -1): Ghost<P> {
  const ways = over(places, ghost.anchor);
  const here = ways.indexOf(ghost.place);
  return { ...ghost, place: ways[(here + by + ways.length) % ways.length] ?? ghost.place };
}

/**
 * The index, from 1, of the ghost's place among the places over its anchor, and the number of these
 * places.
 */
export function turns(places: readonly Spot[], ghost: Ghost): [number, number] {
  const ways = over(places, ghost.anchor);
  return [ways.indexOf(ghost.place) + 1, ways.length];
}

/**
 * The ghost after a tap on a square. Without a ghost, the tap selects the square. A tap on the
 * ghost turns it (or, if it cannot turn, starts again from the tapped square). A tap beside the
 * anchor turns the ghost towards the tapped square. A tap on another square of some place starts
 * again there. No tap removes the ghost.
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

/**
 * The squares that the user can tap: those that any place covers or, with a ghost, those that
 * places over its anchor cover.
 */
export function open(places: readonly Spot[], ghost: Ghost | null): Set<string> {
  const those = ghost ? over(places, ghost.anchor) : places;
  return new Set(those.flatMap(({ low, high }) => [low, high]));
}

/** The number of places that cover a square. */
export interface Reach {
  /** The number of all places that cover it. */
  ways: number;
  /** The number of these places that lie in two battlefields. */
  straddling: number;
}

/** For every square that any of the places covers, the number of places that cover it. */
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

/** The number of these places that lie in two battlefields. */
export function straddling(components: Catalogue, places: readonly Spot[]): number {
  return places.filter(({ low, high }) => straddles(components, low, high)).length;
}
