/**
 * Positions of the squares in the drawing. Columns a–e and rows 1–5 are named from the viewpoint of
 * seat 0. The board is drawn with the viewer's own territory at the bottom, so it is turned by 180
 * degrees for seat 1.
 */
import type { Square } from "../../generated/shinra";

/** Squares along each side of the board. */
export const SIZE = 5;

const COLUMNS = "abcde";

/** A place on the drawing: column from the left, row from the top, both from 0. */
export interface Cell {
  x: number;
  y: number;
}

/** The cell of a square in the drawing; `turned` is true if it is shown from seat 1. */
export function cellOf(square: Square, turned: boolean): Cell {
  const x = COLUMNS.indexOf(square.charAt(0));
  const row = Number(square.slice(1)) - 1;
  return turned ? { x: SIZE - 1 - x, y: row } : { x, y: SIZE - 1 - row };
}

/** The square drawn in a cell; null outside the board. */
export function squareAt({ x, y }: Cell, turned: boolean): Square | null {
  if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) return null;
  const column = COLUMNS.charAt(turned ? SIZE - 1 - x : x);
  return `${column}${turned ? y + 1 : SIZE - y}`;
}

/** The squares row by row as they are drawn, from the top left. */
export function rows(turned: boolean): Square[][] {
  return Array.from({ length: SIZE }, (_, y) =>
    Array.from({ length: SIZE }, (_, x) => squareAt({ x, y }, turned) ?? ""),
  );
}

/** Returns true if a word is the name of a square. */
export function isSquare(word: string): boolean {
  return /^[a-e][1-5]$/.test(word);
}

/** The index of a square in the view's list: a1, b1, … e5. */
export function indexOf(square: Square): number {
  return (Number(square.slice(1)) - 1) * SIZE + COLUMNS.indexOf(square.charAt(0));
}

/** The square with this number in the view's list. */
export function nameOf(index: number): Square {
  return `${COLUMNS.charAt(index % SIZE)}${Math.floor(index / SIZE) + 1}`;
}

/**
 * The seat whose territory contains the square; null in the middle rows. `deep` is the number of
 * rows in a territory.
 */
export function territoryOf(square: Square, deep: number): number | null {
  const row = Number(square.slice(1));
  if (row <= deep) return 0;
  return row > SIZE - deep ? 1 : null;
}

/**
 * The squares of a seat's territory, in the order of the view. `deep` is the number of rows in a
 * territory.
 */
export function territory(seat: number, deep: number): Square[] {
  return Array.from({ length: SIZE * SIZE }, (_, index) => nameOf(index)).filter(
    (square) => territoryOf(square, deep) === seat,
  );
}

/** The square's mirror image with left and right swapped. */
export function mirrored(square: Square): Square {
  return `${COLUMNS.charAt(SIZE - 1 - COLUMNS.indexOf(square.charAt(0)))}${square.slice(1)}`;
}

/** Returns true for the central square of the board. */
export function isMiddle(square: Square): boolean {
  return square === "c3";
}
