/** The names of the players on the page, for sentences that mention them. */
import { onDestroy } from "svelte";
import type { SeatNames } from "./seatPlaceholders";

/**
 * The tables that are shown. When one table replaces another, both change this list while the page is
 * updated, and state that is read then may be the one from before: so the list is no state itself.
 */
const tables = new Set<() => SeatNames>();
/** Replaced by another object whenever the tables change. */
let change = $state.raw({});

export const seatNames = {
  /** The names at the table that was shown last, of those still shown; null if there is none. */
  get here(): SeatNames | null {
    void change;
    return [...tables].at(-1)?.() ?? null;
  },
  /**
   * Provides the names of a table while the calling component, which is just being created, is
   * shown.
   */
  introduce(those: () => SeatNames): void {
    tables.add(those);
    change = {};
    onDestroy(() => {
      tables.delete(those);
      change = {};
    });
  },
};
