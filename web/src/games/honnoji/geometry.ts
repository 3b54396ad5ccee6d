/** Sizes and positions of the parts of the board. */

/** The squares of the ring in the order of their numbers, clockwise from the top. */
export const SQUARES = [1, 2, 3, 4, 5] as const;

/**
 * The side of the largest equal squares of which `n` fit into a container, in any number of rows:
 * a CSS length in the units of that container.
 */
export function packed(n: number): string {
  const across = Array.from({ length: Math.max(1, n) }, (_, i) => i + 1);
  return `max(${across.map((k) => `min(100cqw / ${k}, 100cqh / ${Math.ceil(n / k) || 1})`).join(", ")})`;
}

/** The positions of cards in a box, in CSS pixels. */
export interface Arrangement {
  /** The side of each card, in CSS pixels. */
  side: number;
  /** The height for a name below each card, in CSS pixels. */
  below: number;
  places: readonly { x: number; y: number }[];
}

/** Options for filling a box of cards. */
export interface Wishes {
  /** The maximum side of a card, in CSS pixels. */
  most: number;
  /** True if the cards begin on the left instead of being centred. */
  start?: boolean;
  /** The height for a name below each card, in CSS pixels. */
  below?: number;
}

/** The minimum side of a card with a name below it, in CSS pixels. */
const READABLE = 56;

/**
 * The largest equal squares of which `n` fit into a box, and their positions, row by row. Names
 * are left out before the cards become too small.
 */
export function arranged(n: number, width: number, height: number, wishes: Wishes): Arrangement {
  const { most, start = false, below = 0 } = wishes;
  const sideOf = (across: number) =>
    Math.min(width / across, height / Math.ceil(n / across) - below);
  const counts = Array.from({ length: Math.max(1, n) }, (_, i) => i + 1);
  const across = counts.reduce((best, each) => (sideOf(each) > sideOf(best) ? each : best));
  const side = Math.max(0, Math.floor(Math.min(most, sideOf(across))));
  if (below > 0 && side < READABLE) return arranged(n, width, height, { most, start });
  const left = (count: number) => (start ? 0 : (width - count * side) / 2);
  const down = Math.ceil(n / across);
  const top = (height - down * (side + below)) / 2;
  const places = counts.slice(0, n).map((_, index) => {
    const row = Math.floor(index / across);
    const column = index % across;
    const count = Math.min(across, n - row * across);
    return {
      x: Math.round(left(count) + column * side),
      y: Math.round(top + row * (side + below)),
    };
  });
  return { side, below, places };
}
