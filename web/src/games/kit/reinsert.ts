/** Boards whose parts change place between scenes. */
import type { Attachment } from "svelte/attachments";

/**
 * Reinserts the element at the same place whenever `scene` changes: `{@attach
 * reinsertOnChange(phase)}`. The browser then does not animate it to its new place, but everything
 * in it is kept.
 */
export function reinsertOnChange(_scene: unknown): Attachment {
  return (node) => {
    node.parentNode?.insertBefore(node, node.nextSibling);
  };
}
