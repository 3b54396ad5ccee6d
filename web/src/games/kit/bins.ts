/**
 * Positions as bins: places that contain things named by words, so that an edit moves a word from
 * one bin to another.
 */
import type { LocalizedText } from "../../generated/core";
import type { EditPlace, Movable } from "../types";

/** A place of a position, with functions that read and write its contents. */
export interface Bin<Position> {
  id: string;
  name: LocalizedText;
  /** The contents, in order. */
  things: (position: Position) => readonly string[];
  /** The position with other contents. */
  write: (position: Position, things: readonly string[]) => Position;
  /** Returns true if the thing can be in this place in this position. */
  takes: (thing: string, position: Position) => boolean;
}

/** Groups equal things, with their number. */
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

/** The bins as places. */
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

/** The position without the thing in a bin; null if it is not there. */
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

/** The position with one more thing in a bin; null if it cannot be there. */
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

/** The position after one thing moved from bin to bin; null if it cannot. */
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
