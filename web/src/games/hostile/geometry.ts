/**
 * The board's geometry: squares, directions, and the orientations of tiles. Files A–H run to the
 * right, ranks 1–8 upwards.
 */
import type { Facing, Kind, Square } from "../../generated/hostile";

/** The number of files and ranks of the board. */
export const SIZE = 8;

/** The files, left to right. */
export const FILES = ["A", "B", "C", "D", "E", "F", "G", "H"] as const;
/** The ranks as they are drawn, top to bottom. */
export const RANKS = [8, 7, 6, 5, 4, 3, 2, 1] as const;

/** The corner squares, where pawns start. With fewer than four seats some are unused. */
export const CORNERS: readonly Square[] = ["A1", "A8", "H8", "H1"];

/**
 * The position of a square in the drawing: column from the left and row from the top, both from 0.
 */
export interface Cell {
  x: number;
  y: number;
}

/** A direction on the board: towards a side or a corner of the square. */
export type Direction = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";

/** The change of column and row by one step in each direction. */
export const STEP: Record<Direction, Cell> = {
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
  nw: { x: -1, y: -1 },
};

/** The four directions in which a pawn can step for an action point. */
export const SIDES = ["n", "e", "s", "w"] as const;

/** The cell of a square. */
export function cellOf(square: Square): Cell {
  return { x: square.charCodeAt(0) - 65, y: SIZE - Number(square.slice(1)) };
}

/** The centre of a square on a drawing in which squares have a side of 100. */
export function centreOf(square: Square): Cell {
  const { x, y } = cellOf(square);
  return { x: x * 100 + 50, y: y * 100 + 50 };
}

/** The square of a cell; null outside the board. */
export function squareAt({ x, y }: Cell): Square | null {
  const file = FILES[x];
  return file !== undefined && y >= 0 && y < SIZE ? `${file}${SIZE - y}` : null;
}

/** Returns true if a word is the name of a square. */
export function isSquare(word: string): boolean {
  return /^[A-H][1-8]$/.test(word);
}

/** The square `far` steps away in a direction; null outside the board. */
export function step(from: Square, direction: Direction, far = 1): Square | null {
  const { x, y } = cellOf(from);
  const by = STEP[direction];
  return squareAt({ x: x + by.x * far, y: y + by.y * far });
}

/** The side of `from` on which the adjacent square `to` is; null if the squares share no side. */
export function sideTowards(from: Square, to: Square): (typeof SIDES)[number] | null {
  return SIDES.find((side) => step(from, side) === to) ?? null;
}

/**
 * The orientations of each kind of tile, clockwise; empty for a kind that looks the same in all of
 * them.
 */
export const FACINGS: Record<Kind, readonly Facing[]> = {
  slide: ["n", "e", "s", "w"],
  diagonal: ["ne", "se", "sw", "nw"],
  spring: ["n", "e", "s", "w"],
  ice: [],
  stop: [],
  box: [],
  corner: ["ne", "se", "sw", "nw"],
  para: ["ns", "ew"],
};

/** The angle by which a tile's drawing is rotated for an orientation, in degrees clockwise. */
export function degrees(kind: Kind, facing: Facing | null): number {
  const turn = facing ? FACINGS[kind].indexOf(facing) : 0;
  return Math.max(turn, 0) * 90;
}

/** The orientation of a tile after a quarter turn. */
export function turned(kind: Kind, facing: Facing | null, way: "left" | "right"): Facing | null {
  const all = FACINGS[kind];
  const at = facing ? all.indexOf(facing) : -1;
  if (at < 0) return facing;
  return all[(at + (way === "right" ? 1 : all.length - 1)) % all.length] ?? facing;
}
