/** Where a board draws its places: the elements to which it gives a `data-anchor`. */
import type { Box } from "./spatialNav";

/**
 * The boxes of all that is drawn in `board`, by its anchors, as seen from `origin`. Of what is
 * drawn twice, the first that shows counts.
 */
export function drawnIn(board: HTMLElement, origin: HTMLElement): Map<string, Box> {
  const from = origin.getBoundingClientRect();
  const found = new Map<string, Box>();
  for (const element of board.querySelectorAll<HTMLElement>("[data-anchor]")) {
    const id = element.dataset.anchor ?? "";
    const { left, top, width, height } = element.getBoundingClientRect();
    if (found.has(id) || width === 0 || height === 0) continue;
    found.set(id, { left: left - from.left, top: top - from.top, width, height });
  }
  return found;
}

/**
 * Calls back, at most once a frame, after what may have moved something on the board; what changes
 * in `except`, which lies over it, does not. The answer ends it.
 */
export function watch(board: HTMLElement, except: HTMLElement, changed: () => void): () => void {
  let frame = 0;
  const again = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changed);
  };
  const sizes = new ResizeObserver(again);
  sizes.observe(board);
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !except.contains(target))) again();
  });
  changes.observe(board, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-anchor", "class", "style"],
  });
  board.addEventListener("scroll", again, { capture: true, passive: true });
  board.addEventListener("transitionend", again);
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    changes.disconnect();
    board.removeEventListener("scroll", again, { capture: true });
    board.removeEventListener("transitionend", again);
  };
}
