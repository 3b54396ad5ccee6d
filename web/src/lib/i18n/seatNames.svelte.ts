/** The names of the players on the page, for sentences that mention them. */
import { onDestroy, untrack } from "svelte";
import type { SeatNames } from "./seatPlaceholders";

let tables = $state.raw<readonly (() => SeatNames)[]>([]);

export const seatNames = {
  /** The names at the table that was shown last, of those still shown; null if there is none. */
  get here(): SeatNames | null {
    return tables.at(-1)?.() ?? null;
  },
  /**
   * Provides the names of a table while the calling component, which is just being created, is
   * shown.
   */
  introduce(those: () => SeatNames): void {
    tables = [...untrack(() => tables), those];
    onDestroy(() => (tables = tables.filter((each) => each !== those)));
  },
};
