/** Sitting down on arrival: who chose a table to play at takes a seat there by coming. */
import type { TableState } from "../../generated/parlour";
import type { Seat } from "../../generated/table";

let chosen: string | null = null;

/** Somebody who comes to this table next wants a seat there. */
export function sitOnArrival(table: string): void {
  chosen = table;
}

/** One's arrival at a table. */
export class AutoSit {
  #wants: boolean;
  /** The seats that were asked for; another may have been faster there. */
  #asked = new Set<Seat>();

  constructor(table: string) {
    this.#wants = chosen === table;
    chosen = null;
  }

  /** The seat to ask for as the table stands; null for none, or no other. */
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
