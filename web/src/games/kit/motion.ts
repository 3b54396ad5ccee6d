/** The duration of movements on a board. */
import { settings } from "../../lib/storage/settings.svelte";

/**
 * The duration of a piece's movement, in milliseconds: the variable `--motion-move` of the style
 * sheets as a number. 0 if `still`, without animation.
 */
export function moveMs(still: boolean): number {
  return still ? 0 : settings.moveMs;
}
