/** What every game's editing is held to, for unit tests. */
import { expect } from "vitest";
import type { EditTarget, Editing } from "../types";

/** A value that complains when something in it is changed. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/**
 * Does every edit of a position that there is. None loses or makes anything, none changes the
 * position it began from, and what was moved has left its place. Answers how many moves there were.
 */
export function checkEditor<Position>(
  editing: Editing<Position>,
  given: Position,
  edited: EditTarget,
  /** All that there is, wherever it lies, in an order of its own. */
  inventory: (position: Position) => unknown,
  /** Looks closely at one in so many moves, where there are very many. */
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
