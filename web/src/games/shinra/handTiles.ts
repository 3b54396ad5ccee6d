/** The size and the columns of the tiles of a hand: as large as fits into the space for it. */
export interface HandTiles {
  /** The width of a tile in pixels. */
  size: number;
  /** The height of a tile in pixels. */
  height: number;
  columns: number;
}

/** The space between two tiles in pixels. */
export const TILE_GAP = 4;

/**
 * Places this number of tiles, `tall` times as high as wide, in a box. Tiles are at most `largest` and at least `smallest` pixels wide;
 * if not all of the smallest fit, the rows extend beyond the right edge of the box, which then scrolls.
 */
export function handTiles(
  count: number,
  box: { width: number; height: number },
  { smallest, largest, tall }: { smallest: number; largest: number; tall: number },
): HandTiles {
  const most = Math.max(1, count);
  let best = { size: 0, columns: most };
  for (let columns = 1; columns <= most; columns++) {
    const rows = Math.ceil(most / columns);
    const across = (box.width - (columns - 1) * TILE_GAP) / columns;
    const down = (box.height - (rows - 1) * TILE_GAP) / rows / tall;
    const size = Math.min(across, down, largest);
    if (size > best.size) best = { size, columns };
  }
  if (best.size >= smallest) return { ...best, height: best.size * tall };
  const rows = Math.max(1, Math.floor((box.height + TILE_GAP) / (smallest * tall + TILE_GAP)));
  return { size: smallest, height: smallest * tall, columns: Math.ceil(most / rows) };
}
