/** The puzzle of the day: the same for all users on the same date. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of the day since 1970, in the user's calendar. */
export function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/**
 * A step size for walking in a circle through `count` items: every item is visited once per round,
 * and consecutive items are far apart.
 */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (commonDivisor(count, stride) !== 1) stride += 1;
  return stride;
}

/**
 * The item of the day: one item of one of these sets. The sets alternate by day, and each set shows
 * all its items before one is repeated. Returns null if all sets are empty.
 */
export function ofTheDay<T>(sets: readonly (readonly T[])[], date: Date): T | null {
  const filled = sets.filter((set) => set.length > 0);
  const day = dayOf(date);
  const set = filled[day % filled.length];
  if (!set) return null;
  const round = Math.floor(day / filled.length);
  return set[(round * strideOf(set.length)) % set.length] ?? null;
}
