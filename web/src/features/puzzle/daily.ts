/** The puzzle of the day: the same for everybody on the same date. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days had passed on this date, by the calendar of whoever looks. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** A step through so many by which all are visited, and neighbours are far apart. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (commonDivisor(count, stride) !== 1) stride += 1;
  return stride;
}

/**
 * One of these sets' items for a date. The sets take turns by day, and each shows all that it has
 * before one comes again. `null` where there is nothing.
 */
export function ofTheDay<T>(sets: readonly (readonly T[])[], date: Date): T | null {
  const filled = sets.filter((set) => set.length > 0);
  const day = dayOf(date);
  const set = filled[day % filled.length];
  if (!set) return null;
  const round = Math.floor(day / filled.length);
  return set[(round * strideOf(set.length)) % set.length] ?? null;
}
