/**
 * Positions as bins: places that hold things known by words, so that an edit takes a word out of one
 * bin and lays it into another.
 */
import type { Text } from "../../generated/table";
import type { EditPlace, Movable } from "../types";

/** A place of a position, and how what lies there is read and written. */
export interface Bin<Position> {
  id: string;
  name: Text;
  /** What lies there, in order. */
  things: (position: Position) => readonly string[];
  /** The position with that lying there instead. */
  write: (position: Position, things: readonly string[]) => Position;
  /** Whether a thing can lie there at all, as the position stands. */
  takes: (thing: string, position: Position) => boolean;
}

/** Equal things together. */
export function counted(things: readonly string[], name: (thing: string) => Text): Movable[] {
  return [...new Set(things)].map((thing) => ({
    id: thing,
    name: name(thing),
    count: things.filter((other) => other === thing).length,
  }));
}

/** The bins as places. */
export function binPlaces<Position>(
  bins: readonly Bin<Position>[],
  position: Position,
  name: (thing: string) => Text,
): EditPlace[] {
  return bins.map(({ id, name: called, things }) => ({
    id,
    name: called,
    takings: counted(things(position), name),
  }));
}

/** The position without a thing in a bin; null where it does not lie there. */
export function takeFrom<Position>(
  bins: readonly Bin<Position>[],
  position: Position,
  thing: string,
  from: string,
): Position | null {
  const bin = bins.find(({ id }) => id === from);
  const lying = bin?.things(position) ?? [];
  const at = lying.lastIndexOf(thing);
  if (!bin || at < 0) return null;
  const rest = lying.filter((_, index) => index !== at);
  return bin.write(position, rest);
}

/** The position with one thing more in a bin; null where it cannot lie there. */
export function addTo<Position>(
  bins: readonly Bin<Position>[],
  position: Position,
  thing: string,
  to: string,
): Position | null {
  const bin = bins.find(({ id }) => id === to);
  if (!bin?.takes(thing, position)) return null;
  return bin.write(position, [...bin.things(position), thing]);
}

/** The position after one thing went from bin to bin; null where it cannot. */
export function moveBetween<Position>(
  bins: readonly Bin<Position>[],
  position: Position,
  from: string,
  thing: string,
  to: string,
): Position | null {
  const rest = takeFrom(bins, position, thing, from);
  return rest && addTo(bins, rest, thing, to);
}
