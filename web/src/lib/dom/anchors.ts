/** Measures where a board draws its places: the elements with a `data-anchor`. */
import type { Box } from "./spatialNav";

/**
 * The boxes of all places in `board`, by the `data-anchor` of the place, relative to `origin`. If a
 * place is drawn twice, the first visible element counts.
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
 * Calls `changed`, at most once per frame, after an element of the board may have moved. Changes in
 * `except`, which covers the board, do not count. Returns a function that ends this.
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
