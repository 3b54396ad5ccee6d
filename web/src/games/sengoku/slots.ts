/** The places of tiles behind the screen. */

/**
 * The tiles in their places: remaining tiles keep their own, and new ones take the first free one,
 * so that nothing moves when one tile is placed and another drawn.
 */
export function seated(
  before: readonly (string | null)[],
  tiles: readonly string[],
): (string | null)[] {
  const coming = [...tiles];
  const after = before.map((tile) => {
    const at = tile === null ? -1 : coming.indexOf(tile);
    return at < 0 ? null : (coming.splice(at, 1)[0] ?? null);
  });
  for (const tile of coming) {
    const free = after.indexOf(null);
    if (free < 0) after.push(tile);
    else after[free] = tile;
  }
  return after;
}
