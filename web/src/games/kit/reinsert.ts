/** Scenes of a board that lie in other places than those before them. */
import type { Attachment } from "svelte/attachments";

/**
 * Sets the element down anew, where it is, whenever `scene` is another one: `{@attach anew(phase)}`.
 * Nobody sees it slide to its new place, as if it had been made again, but all that is in it is
 * kept.
 */
export function reinsertOnChange(_scene: unknown): Attachment {
  return (node) => {
    node.parentNode?.insertBefore(node, node.nextSibling);
  };
}
