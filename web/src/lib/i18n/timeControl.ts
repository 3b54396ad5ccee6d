/** Time controls of a table: those that the page offers, and their texts. */
import type { Terms, TimeControl } from "../../generated/session";
import type { Messages } from "./messages";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** The time limits per decision that the page offers. */
export const DECISIONS: readonly TimeControl[] = [30, MINUTE, 5 * MINUTE, DAY, 3 * DAY].map(
  (seconds) => ({ kind: "decision", seconds }),
);

/** The time limits for a seat's whole game that the page offers. */
export const TOTALS: readonly TimeControl[] = [
  { kind: "total", seconds: 3 * MINUTE, increment: 2 },
  { kind: "total", seconds: 5 * MINUTE, increment: 5 },
  { kind: "total", seconds: 10 * MINUTE, increment: 10 },
  { kind: "total", seconds: 30 * MINUTE, increment: 20 },
];

/** The time limit of a rated table whose host has chosen none. */
export const RATED_TIME: TimeControl = TOTALS[2]!;

/** The default settings of a new table, besides the options of its game. */
export const USUAL: Terms = {
  time: null,
  late: "bot",
  listed: false,
  onlookers: true,
  rated: false,
  advice: false,
};

/** Returns true if the two time controls are equal. */
export function sameTime(a: TimeControl | null, b: TimeControl | null): boolean {
  const key = (time: TimeControl | null) =>
    time && [time.kind, time.seconds, time.kind === "total" ? time.increment : 0].join();
  return key(a) === key(b);
}

/** Returns true if the game may take several days: a day or more for each decision. */
export function isSlow(time: TimeControl | null): boolean {
  return time?.kind === "decision" && time.seconds >= DAY;
}

/** Describes a duration in the largest unit in which it is a whole number. */
function long(seconds: number, words: Messages): string {
  if (seconds % DAY === 0) return words.daysLong(seconds / DAY);
  if (seconds % MINUTE === 0) return words.minutesLong(seconds / MINUTE);
  return words.secondsLong(seconds);
}

/** Describes a time control in words: the time of every seat. */
export function timeInWords(time: TimeControl, words: Messages): string {
  if (time.kind === "decision") return words.perDecisionOf(long(time.seconds, words));
  const more = time.increment > 0 ? long(time.increment, words) : "";
  return words.perGameOf(long(time.seconds, words), more);
}

/** A time control in a few letters, such as `5+5`: minutes for the game + seconds per decision. */
export function timeInShort(time: TimeControl, words: Messages): string {
  if (time.kind === "total") return `${time.seconds / MINUTE}+${time.increment}`;
  return words.perDecisionShort(long(time.seconds, words));
}

/**
 * Describes the consequence for a seat whose time has run out: a bot decides, or the seat has lost.
 */
export function lateInWords(terms: Terms, words: Messages): string {
  return terms.late === "lost" ? words.lateLost : words.lateBot;
}

/** The text of a clock: minutes and seconds; hours or days for long times. */
export function clockFace(seconds: number, words: Messages): string {
  const two = (n: number) => String(n).padStart(2, "0");
  if (seconds >= 2 * DAY) return words.daysLong(Math.floor(seconds / DAY));
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE];
  if (minutes < 60) return `${minutes}:${two(rest)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
}
