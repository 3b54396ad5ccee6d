/** The ring: five squares, clockwise from the top, and the ways between them. */

/** A point in the ring's own units: 0 to 100 across and down. */
export interface Point {
  x: number;
  y: number;
}

/** The squares in the order of their numbers. */
export const SQUARES = [1, 2, 3, 4, 5] as const;

const MIDDLE: Point = { x: 50, y: 52 };
const RADII: Point = { x: 33.5, y: 37 };

/** Where the middle of a square is on the ring. */
export function place(square: number): Point {
  const angle = ((square - 1) * 72 - 90) * (Math.PI / 180);
  return {
    x: MIDDLE.x + RADII.x * Math.cos(angle),
    y: MIDDLE.y + RADII.y * Math.sin(angle),
  };
}

/** The next squares on both sides, counterclockwise first. */
export const neighbours = (square: number): [number, number] => [
  ((square + 3) % 5) + 1,
  (square % 5) + 1,
];
