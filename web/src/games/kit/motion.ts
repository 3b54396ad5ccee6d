/** Speed of movements on a board. */
import { settings } from "../../lib/storage/settings.svelte";

/**
 * Duration of a piece's movement, in milliseconds: the `--motion-move` of the style sheets as a
 * number. 0 without animation.
 */
export function moveMs(still: boolean): number {
  return still ? 0 : settings.moveMs;
}
