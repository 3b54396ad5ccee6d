/** What the board is measured by. */

/** The squares of the ring in the order of their numbers, clockwise from the top. */
export const SQUARES = [1, 2, 3, 4, 5] as const;

/** The side of the largest equal squares of which `n` fit into a container, in as many rows as
    suit its shape: a CSS length in the units of that container. */
export function packed(n: number): string {
  const across = Array.from({ length: Math.max(1, n) }, (_, i) => i + 1);
  return `max(${across.map((k) => `min(100cqw / ${k}, 100cqh / ${Math.ceil(n / k) || 1})`).join(", ")})`;
}
