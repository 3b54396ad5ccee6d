/** The places of the tiles in the user's hand, each of which keeps its place. */

/**
 * Assigns tiles to places: tiles that were there before keep their place, and new ones take the
 * first free one. So nothing moves when one tile is placed and another drawn. A free place is null.
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
