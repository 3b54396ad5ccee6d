/**
 * The geometry of the sheet of 10 × 10 squares. Squares are named `A1` (top left) to `J10` (bottom
 * right).
 */
import type { Catalogue, Quarter, Settlement } from "../../generated/sengoku";

/** Squares along each side of the sheet. */
export const SIZE = 10;
/** The letters of the columns. */
export const COLUMNS = "ABCDEFGHIJ";
/** Squares along each side of a battlefield. */
export const FIELD = 5;

/** The position of a square: row and column, both from 0. */
export interface At {
  row: number;
  column: number;
}

/** The square's row and column; null for an invalid name. */
export function at(square: string): At | null {
  const found = /^([A-J])([1-9]|10)$/.exec(square);
  if (!found) return null;
  return { row: Number(found[2]) - 1, column: COLUMNS.indexOf(found[1]!) };
}

/** The name of the square in this row and column. */
export function name(row: number, column: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** The names of all squares, row by row. */
export const ROWS: readonly (readonly string[])[] = Array.from({ length: SIZE }, (_, row) =>
  Array.from({ length: SIZE }, (_, column) => name(row, column)),
);

/** A direction on the sheet. */
export type Direction = "right" | "down" | "left" | "up";

const STEPS: Record<Direction, At> = {
  right: { row: 0, column: 1 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  up: { row: -1, column: 0 },
};

/** The directions in the order in which a domino turns. */
export const DIRECTIONS = Object.keys(STEPS) as Direction[];

/** The direction from one square to an adjacent one; null if they share no edge. */
export function towards(from: string, to: string): Direction | null {
  const [a, b] = [at(from), at(to)];
  if (!a || !b) return null;
  const { row, column } = { row: b.row - a.row, column: b.column - a.column };
  return DIRECTIONS.find((d) => STEPS[d].row === row && STEPS[d].column === column) ?? null;
}

/** The adjacent square in a direction; null at the edge of the sheet. */
export function step(from: string, direction: Direction): string | null {
  const here = at(from);
  if (!here) return null;
  const { row, column } = STEPS[direction];
  const there = name(here.row + row, here.column + column);
  return at(there) ? there : null;
}

const CORNERS: Record<Quarter, At> = {
  top_left: { row: 0, column: 0 },
  top_right: { row: 0, column: FIELD },
  bottom_left: { row: FIELD, column: 0 },
  bottom_right: { row: FIELD, column: FIELD },
};

/** The row and column of a battlefield's top left square. */
export function corner(components: Catalogue, field: number): At {
  return CORNERS[components.field[field]?.quarter ?? "top_left"];
}

/** The castle of a battlefield: the square in its middle. */
export function castle(components: Catalogue, field: number): string {
  const { row, column } = corner(components, field);
  return name(row + 2, column + 2);
}

/** The battlefield that a square belongs to, from 0. */
export function fieldOf(components: Catalogue, square: string): number {
  const here = at(square);
  return components.field.findIndex((_, field) => {
    const { row, column } = corner(components, field);
    return here !== null && within(here.row, row) && within(here.column, column);
  });
}

const within = (value: number, first: number) => value >= first && value < first + FIELD;

/** Returns true if a domino on these squares lies in two battlefields. */
export function straddles(components: Catalogue, low: string, high: string): boolean {
  return fieldOf(components, low) !== fieldOf(components, high);
}

/** A flower path (花道), and the position on the sheet's frame at which its flower is drawn. */
export interface Edge {
  field: number;
  /** The path within its battlefield: rows from the top are 0–4, columns from the left 5–9. */
  line: number;
  side: "top" | "right" | "bottom" | "left";
  /** The index of the square along this side of the sheet, from 0. */
  along: number;
}

/** All forty flower paths (花道) with their positions on the frame, battlefield by battlefield. */
export function edges(components: Catalogue): Edge[] {
  return components.field.flatMap((_, field) => {
    const { row, column } = corner(components, field);
    return Array.from({ length: 2 * FIELD }, (_, line): Edge => {
      const across = line < FIELD;
      return {
        field,
        line,
        side: across ? (column === 0 ? "left" : "right") : row === 0 ? "top" : "bottom",
        along: across ? row + line : column + line - FIELD,
      };
    });
  });
}

/**
 * The seat that has won a flower path or castle; null while it is open, or if nobody has won it.
 */
export function owner(settlement: Settlement): number | null {
  return typeof settlement === "object" ? settlement.won : null;
}

/**
 * The position of a domino in the CSS grid of the sheet. The grid's first row and column are the
 * frame.
 */
export interface Lying {
  /** True if the domino is vertical. */
  upright: boolean;
  /** True if the half with the higher mark comes first (left or above). */
  turned: boolean;
  /** The domino's CSS grid area. */
  area: string;
}

/** The position of a domino on these two squares; null if one of them does not exist. */
export function lying(low: string, high: string): Lying | null {
  const [a, b] = [at(low), at(high)];
  if (!a || !b) return null;
  const turned = a.row > b.row || a.column > b.column;
  const first = turned ? b : a;
  const upright = a.column === b.column;
  const area = `${first.row + 2} / ${first.column + 2} / span ${upright ? 2 : 1} / span ${upright ? 1 : 2}`;
  return { upright, turned, area };
}

/** The CSS grid area of a square. */
export function cell(square: string): string {
  const here = at(square);
  return here ? `${here.row + 2} / ${here.column + 2}` : "";
}
