/** Choosing from a list by keyboard. */

/** Where the person is in the list. */
export interface Choosing {
  /** The choice that would be taken; −1 for none yet. */
  at: number;
  /** The digits typed so far, for lists of ten and more. */
  digits: string;
}

/** Nothing picked yet. */
export const NOTHING: Choosing = { at: -1, digits: "" };

/**
 * What a key does to the list of `count` choices; null when the key is not for it. Arrow keys
 * go round, Home and End go to the ends, and digits pick by number: with 25 choices `1` picks
 * the first and `1` `7` the seventeenth.
 */
export function press(key: string, now: Choosing, count: number): Choosing | null {
  if (count === 0) return null;
  const to = (at: number): Choosing => ({ at, digits: "" });
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return to((now.at + 1) % count);
    case "ArrowUp":
    case "ArrowLeft":
      return to(now.at <= 0 ? count - 1 : now.at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(count - 1);
  }
  if (!/^[0-9]$/.test(key)) return null;
  for (const digits of [now.digits + key, key]) {
    const number = Number(digits);
    if (number >= 1 && number <= count) return { at: number - 1, digits };
  }
  return { at: now.at, digits: "" };
}
