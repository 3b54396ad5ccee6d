/** Checks that a game's editor fulfils its interface, for unit tests. */
import { expect } from "vitest";
import type { EditTarget, Editing } from "../types";

/** Freezes a value with everything in it: a later change throws an error. Returns the value. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/**
 * Makes every edit that is possible in the given position. Checks that no edit loses or creates a
 * piece or changes the original position, and that the moved piece has left its place. Returns the
 * number of moves.
 */
export function checkEditor<Position>(
  editing: Editing<Position>,
  given: Position,
  edited: EditTarget,
  /** Returns all pieces of the position, wherever they are, in a fixed order. */
  inventory: (position: Position) => unknown,
  /**
   * If greater than 1, only one of `every` moves is checked closely, for positions with very many
   * moves.
   */
  every = 1,
): number {
  const position = frozen(given);
  const all = inventory(position);
  const places = editing.places(position, edited);
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
  let moves = 0;
  for (const from of places) {
    expect(new Set(from.takings.map(({ id }) => id)).size).toBe(from.takings.length);
    for (const taking of from.takings) {
      for (const to of places) {
        if (to === from) continue;
        const moved = editing.move(position, from.id, taking.id, to.id, edited);
        if (moved === null) continue;
        moves += 1;
        if (moves % every !== 0) continue;
        const said = `${taking.id} from ${from.id} to ${to.id}`;
        expect(inventory(moved), said).toEqual(all);
        const after = editing.places(moved, edited);
        const lies = (id: string) => after.find((place) => place.id === id)?.takings;
        expect(lies(from.id), said).not.toEqual(from.takings);
        expect(lies(to.id), said).not.toEqual(to.takings);
      }
    }
  }
  for (const at of [null, ...places.map(({ id }) => id)]) {
    for (const field of editing.fields(position, at, edited)) {
      const write = field.write as (value: unknown) => Position;
      const same = write(field.value);
      expect(same, field.id).toEqual(position);
      if (field.kind === "choice")
        expect(field.choices.map(({ value }) => value)).toContain(field.value);
      if (field.kind === "number") {
        expect(field.value, field.id).toBeGreaterThanOrEqual(field.least);
        expect(field.value, field.id).toBeLessThanOrEqual(field.most);
      }
    }
  }
  return moves;
}
