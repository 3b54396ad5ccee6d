/** The time that a table gives its seats: what is offered, and how it is said. */
import type { Terms, TimeControl } from "../../generated/parlour";
import type { Messages } from "./messages";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Times for each decision that are offered. */
export const DECISIONS: readonly TimeControl[] = [MINUTE, 5 * MINUTE, DAY, 3 * DAY].map(
  (seconds) => ({ kind: "decision", seconds }),
);

/** Times for the whole game that are offered. */
export const TOTALS: readonly TimeControl[] = [
  { kind: "total", seconds: 10 * MINUTE, increment: 10 },
  { kind: "total", seconds: 30 * MINUTE, increment: 20 },
];

/** What a table agrees on where nobody says anything else. */
export const USUAL: Terms = {
  time: null,
  late: "bot",
  listed: false,
  onlookers: true,
  rated: false,
  advice: false,
};

/** Whether two tables have the same time. */
export function sameTime(a: TimeControl | null, b: TimeControl | null): boolean {
  const key = (time: TimeControl | null) =>
    time && [time.kind, time.seconds, time.kind === "total" ? time.increment : 0].join();
  return key(a) === key(b);
}

/** Whether people come back to the table on other days. */
export function isSlow(time: TimeControl | null): boolean {
  return time?.kind === "decision" && time.seconds >= DAY;
}

/** A length of time in the largest unit that it is whole in. */
function long(seconds: number, words: Messages): string {
  if (seconds % DAY === 0) return words.daysLong(seconds / DAY);
  if (seconds % MINUTE === 0) return words.minutesLong(seconds / MINUTE);
  return words.secondsLong(seconds);
}

/** How much time every seat has. */
export function timeInWords(time: TimeControl, words: Messages): string {
  if (time.kind === "decision") return words.perDecisionOf(long(time.seconds, words));
  const more = time.increment > 0 ? long(time.increment, words) : "";
  return words.perGameOf(long(time.seconds, words), more);
}

/** What becomes of a seat whose time has run out. */
export function lateInWords(terms: Terms, words: Messages): string {
  return terms.late === "lost" ? words.lateLost : words.lateBot;
}

/** What a clock shows: minutes and seconds, and where they would be many, hours or days. */
export function clockFace(seconds: number, words: Messages): string {
  const two = (n: number) => String(n).padStart(2, "0");
  if (seconds >= 2 * DAY) return words.daysLong(Math.floor(seconds / DAY));
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE];
  if (minutes < 60) return `${minutes}:${two(rest)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
}
