/**
 * Helpers for editors that treat a position as bins: places that contain pieces, each named by a
 * string. An edit moves a string from one bin to another.
 */
import type { LocalizedText } from "../../generated/core";
import type { EditPlace, Movable } from "../types";

/** A place of a position, with functions that read and write the pieces there. */
export interface Bin<Position> {
  id: string;
  name: LocalizedText;
  /** Returns the pieces in this place, in order. */
  things: (position: Position) => readonly string[];
  /** Returns the position with other pieces in this place. */
  write: (position: Position, things: readonly string[]) => Position;
  /** Returns true if the piece can be in this place in this position. */
  takes: (thing: string, position: Position) => boolean;
}

/** Groups equal pieces, each group with its number of pieces. */
export function counted(
  things: readonly string[],
  name: (thing: string) => LocalizedText,
): Movable[] {
  return [...new Set(things)].map((thing) => ({
    id: thing,
    name: name(thing),
    count: things.filter((other) => other === thing).length,
  }));
}

/** Converts the bins of a position to places of the editor. */
export function binPlaces<Position>(
  bins: readonly Bin<Position>[],
  position: Position,
  name: (thing: string) => LocalizedText,
): EditPlace[] {
  return bins.map(({ id, name: called, things }) => ({
    id,
    name: called,
    takings: counted(things(position), name),
  }));
}

/** Returns the position without the piece in a bin; null if the piece is not there. */
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

/** Returns the position with one more piece in a bin; null if the piece cannot be there. */
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

/** Returns the position after one piece moved from bin to bin; null if it cannot move there. */
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
