/** Shows the whole prompt in a bar of fixed height. */
import type { Attachment } from "svelte/attachments";

/**
 * The classes of a prompt, from the first choice to the last: letters of the usual size, smaller
 * ones, and the smallest that are allowed; then the bar grows.
 */
const FITS = ["", "small", "smallest", "grown"] as const;

/**
 * Gives the prompt the first of the classes {@link FITS} with which its text fits into its bar. It
 * depends on the text, on the language's words and on the window.
 *
 * @param text the text; another one is measured again
 */
export function whole(text: string): Attachment<HTMLElement> {
  void text;
  return (prompt) => {
    const measure = () => {
      prompt.classList.remove(...FITS.filter(Boolean));
      for (const fit of FITS) {
        if (fit) prompt.classList.add(fit);
        if (prompt.scrollHeight <= prompt.clientHeight + 1) break;
      }
    };
    measure();
    // Its own height does not depend on the window alone: a bar that has grown keeps its height.
    let width = prompt.clientWidth;
    const watch = new ResizeObserver(() => {
      if (prompt.clientWidth === width) return;
      width = prompt.clientWidth;
      measure();
    });
    watch.observe(prompt);
    return () => watch.disconnect();
  };
}
