/** Automatic seating: a user who chose a table in the lobby takes a seat there on arrival. */
import type { TableState } from "../../generated/session";
import type { Seat } from "../../generated/core";

let chosen: string | null = null;

/** Stores that the user wants a seat at this table on arrival. */
export function sitOnArrival(table: string): void {
  chosen = table;
}

/** The automatic seating of the user at one table. */
export class AutoSit {
  #wants: boolean;
  /** The seats that were requested already; another user may have been faster. */
  #asked = new Set<Seat>();

  constructor(table: string) {
    this.#wants = chosen === table;
    chosen = null;
  }

  /** The seat to request in this state of the table; null if none. */
  seat({ seats, started, you }: Pick<TableState, "seats" | "started" | "you">): Seat | null {
    if (started || you !== null) this.#wants = false;
    if (!this.#wants) return null;
    const open = seats.findIndex(
      ({ name, bot }, seat) => name === "" && bot === null && !this.#asked.has(seat),
    );
    if (open < 0) return null;
    this.#asked.add(open);
    return open;
  }
}
