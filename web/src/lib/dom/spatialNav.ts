/** Moves the focus among boxes on the screen by arrow keys. */

/** A rectangle in the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The weight of the distance across the direction of the key, compared with the distance along it.
 */
const ASIDE = 3;

const middle = ({ left, top, width, height }: Box) => [left + width / 2, top + height / 2] as const;

/** The nearest box in the direction of an arrow key; null if there is none, or for other keys. */
export function nearestInDirection<Named extends Box>(
  key: string,
  from: Box,
  boxes: readonly Named[],
): Named | null {
  const way = WAYS[key];
  if (!way) return null;
  const [x, y] = middle(from);
  const [right, down] = way;
  let best: Named | null = null;
  let least = Infinity;
  for (const box of boxes) {
    const [boxX, boxY] = middle(box);
    const ahead = (boxX - x) * right + (boxY - y) * down;
    const aside = Math.abs((boxX - x) * down) + Math.abs((boxY - y) * right);
    if (ahead < 1) continue;
    const far = ahead + ASIDE * aside;
    if (far < least) [best, least] = [box, far];
  }
  return best;
}
