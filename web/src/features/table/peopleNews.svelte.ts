/** News about the people at a table since the page was opened: events and messages, shown for a while. */
import type { TableState } from "../../generated/session";
import type { Seat } from "../../generated/core";
import { keyOf } from "./personEvent";

/** A line that is shown for a while. */
export interface NewsLine {
  readonly key: string;
  /** The seat that it is about. */
  readonly seat: Seat;
  readonly text: string;
  /** True for a message in the words of the person, false for an event. */
  readonly said: boolean;
}

/** The part of a table's state that is news. */
export type NewsOf = Pick<TableState, "people" | "chat" | "you">;

/** The time for which a line is shown, in milliseconds: a base, and the reading time of a letter. */
const BASE_MS = 4_000;
const LETTER_MS = 60;
/** The maximum number of lines shown at once. */
const MOST = 3;

/** The lines that are shown now, and the number of messages that the user has not seen. */
export class PeopleNews {
  lines = $state.raw<readonly NewsLine[]>([]);
  unread = $state(0);
  /** The seats whose messages the user does not want to read. */
  muted = $state.raw<ReadonlySet<Seat>>(new Set());
  /** The keys of everything that was there; null before the first state. */
  #known: ReadonlySet<string> | null = null;

  constructor(readonly later: (callback: () => void, ms: number) => unknown) {}

  /** Takes the newest state. Everything in the first one is old. */
  take(newest: NewsOf, textOf: (event: TableState["people"][number]) => string): void {
    const events = newest.people.map((event) => ({ key: keyOf(event), event }));
    const chat = (newest.chat ?? []).map((line) => ({
      key: `${line.seat} ${line.at} ${line.id} says`,
      line,
    }));
    const known = this.#known;
    this.#known = new Set([...events, ...chat].map(({ key }) => key));
    if (!known) return;
    for (const { key, event } of events)
      if (!known.has(key))
        this.announce({ key, seat: event.seat, text: textOf(event), said: false });
    for (const { key, line } of chat) {
      if (known.has(key) || line.seat === newest.you || this.muted.has(line.seat)) continue;
      this.unread += 1;
      this.announce({ key, seat: line.seat, text: line.text, said: true });
    }
  }

  /** Records that the user sees all messages. */
  read(): void {
    this.unread = 0;
  }

  mute(seat: Seat, muted: boolean): void {
    const seats = new Set(this.muted);
    if (muted) seats.add(seat);
    else seats.delete(seat);
    this.muted = seats;
    this.lines = this.lines.filter((line) => !(line.said && seats.has(line.seat)));
  }

  /** Shows a line for a while. */
  announce(line: NewsLine): void {
    this.lines = [...this.lines, line].slice(-MOST);
    this.later(
      () => (this.lines = this.lines.filter((each) => each !== line)),
      BASE_MS + LETTER_MS * line.text.length,
    );
  }
}
