/** How fast things move on a board. */
import { settings } from "../../lib/storage/settings.svelte";

/**
 * How long a piece takes to its new place, in milliseconds: the `--motion-move` of the style
 * sheets as a number. 0 where nothing should move.
 */
export function moveMs(still: boolean): number {
  return still ? 0 : settings.moveMs;
}
