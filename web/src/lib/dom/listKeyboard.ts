/** Keyboard control of a list of actions: arrow keys, Home, End and digits. */

/** The selected action of a list, and the digits typed to select it. */
export interface Choosing {
  /** The index of the selected action; −1 for none. */
  at: number;
  /** The digits typed so far: numbers from 10 on need two or more. */
  digits: string;
}

/** The state in which no action is selected. */
export const NOTHING: Choosing = { at: -1, digits: "" };

/**
 * The selection after a key in a list of `count` actions; null if the key has no effect. Arrow keys
 * wrap around, Home and End select the first and the last action, and digits select by number: with
 * 25 actions `1` selects the first and `1` `7` the seventeenth.
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
