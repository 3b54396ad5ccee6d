/** The names of the players on screen, for sentences about them. */
import { onDestroy, untrack } from "svelte";
import type { SeatNames } from "./seatPlaceholders";

let tables = $state.raw<readonly (() => SeatNames)[]>([]);

export const seatNames = {
  /** The players of the table that came on screen last; null if there are none. */
  get here(): SeatNames | null {
    return tables.at(-1)?.() ?? null;
  },
  /** Sets the names while the component that is being created is on screen. */
  introduce(those: () => SeatNames): void {
    tables = [...untrack(() => tables), those];
    onDestroy(() => (tables = tables.filter((each) => each !== those)));
  },
};
