/** Who sits at what is on screen, for the sentences about them. */
import { onDestroy, untrack } from "svelte";
import type { SeatNames } from "./seatPlaceholders";

let tables = $state.raw<readonly (() => SeatNames)[]>([]);

export const seatNames = {
  /** Those at the table that came on screen last; null where nobody sits. */
  get here(): SeatNames | null {
    return tables.at(-1)?.() ?? null;
  },
  /** Says who they are as long as the component that begins now is on screen. */
  introduce(those: () => SeatNames): void {
    tables = [...untrack(() => tables), those];
    onDestroy(() => (tables = tables.filter((each) => each !== those)));
  },
};
