/** The pace of the display of changes: durations of changes, and time to read. */
import type { Said } from "../i18n/i18n.svelte";

/** The speed that a user can choose. `steps` waits for a press after each sentence. */
export type Speed = "slow" | "normal" | "fast" | "off" | "steps";

/** The speeds, slowest first; then the one without a clock. */
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "off", "steps"];

/** The duration of one change of the display at each speed, in milliseconds. */
export const FRAME_MS: Record<Speed, number> = {
  slow: 720,
  normal: 450,
  fast: 180,
  off: 0,
  steps: 450,
};

/** The duration of a piece's movement at each speed, in milliseconds. */
export const MOVE_MS: Record<Speed, number> = {
  slow: 560,
  normal: 380,
  fast: 180,
  off: 0,
  steps: 380,
};

/** The shortest time for which a sentence is shown at normal speed, in milliseconds. */
const SHORTEST_MS = 1_200;
/** The time to see that a sentence is new, and to read one letter, in milliseconds. */
const NOTICE_MS = 400;
const LETTER_MS = 30;
/** A kanji or kana takes as long as several Latin letters. */
const WIDE_LETTER_MS = 75;

/** The time that a sentence needs at normal speed, in milliseconds, by its length. */
export function readingMs(sentence: string): number {
  let ms = NOTICE_MS;
  for (const letter of sentence) ms += letter > "\u2e7f" ? WIDE_LETTER_MS : LETTER_MS;
  return Math.max(SHORTEST_MS, ms);
}

/** The time functions of a playback; tests pass their own. */
export interface Clock {
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  later: (callback: () => void, ms: number) => () => void;
  /** The duration of one frame, in milliseconds; with 0 the final state is shown at once. */
  frameMs: () => number;
  /** The time to read a sentence, in milliseconds; 0 if left out. */
  readMs?: (text: Said) => number;
  /** Returns true if the playback waits for a press after each sentence; false if left out. */
  waits?: () => boolean;
}
