/** Grids of values to press: the squares of a board, directions, offsets from a square. */
import type { ComponentChoice } from "../../generated/core";

/** A value with the sign on its button. */
export interface Cell {
  value: unknown;
  sign: string;
}

/** A grid: its cells row by row, null where there is none. */
export interface Grid {
  columns: number;
  cells: readonly (Cell | null)[];
}

/** The squares of a board, such as `A3`: the last row of the board on top. */
function board(choices: readonly ComponentChoice[]): Grid {
  const squares = new Map(choices.map(({ value }) => [value, value]));
  const letters = [...new Set(choices.map(({ value }) => value.charAt(0)))].sort();
  const rows = [...new Set(choices.map(({ value }) => Number(value.slice(1))))].sort(
    (a, b) => b - a,
  );
  const cells = rows.flatMap((row) =>
    letters.map((letter) => {
      const square = squares.get(`${letter}${row}`);
      return square === undefined ? null : { value: square, sign: square };
    }),
  );
  return { columns: letters.length, cells };
}

const DIRECTIONS = [
  ["FL", "↖"],
  ["F", "↑"],
  ["FR", "↗"],
  ["L", "←"],
  null,
  ["R", "→"],
  ["BL", "↙"],
  ["B", "↓"],
  ["BR", "↘"],
] as const;

/** The eight directions around a square. */
export function compass(choices: readonly ComponentChoice[]): Grid {
  const known = new Set(choices.map(({ value }) => value));
  const cells = DIRECTIONS.map((direction) => {
    if (direction === null || !known.has(direction[0])) return null;
    return { value: direction[0], sign: direction[1] };
  });
  return { columns: 3, cells };
}

/** The squares around one, each as [squares forward, squares to the right]; forward is up. */
function offsets(most: number): Grid {
  const range = Array.from({ length: 2 * most + 1 }, (_, index) => index - most);
  const cells = [...range]
    .reverse()
    .flatMap((forward) =>
      range.map((right) =>
        forward === 0 && right === 0 ? null : { value: [forward, right], sign: "" },
      ),
    );
  return { columns: range.length, cells };
}

export const cells = { board, offsets };
