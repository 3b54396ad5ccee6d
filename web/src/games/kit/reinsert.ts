/** Helper for boards whose parts are at other places in another phase of the game. */
import type { Attachment } from "svelte/attachments";

/**
 * Reinserts the element at the same place whenever `scene` changes: `{@attach
 * reinsertOnChange(phase)}`. The browser then does not animate the element to its new place, and
 * everything in it stays.
 */
export function reinsertOnChange(_scene: unknown): Attachment {
  return (node) => {
    node.parentNode?.insertBefore(node, node.nextSibling);
  };
}
