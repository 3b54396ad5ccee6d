/** Shows the whole prompt in a bar of fixed height. */
import type { Attachment } from "svelte/attachments";
import { firstFit, isWhole } from "../../lib/dom/firstFit";

/**
 * The classes of a prompt whose text does not fit with letters of the usual size: smaller ones, and
 * the smallest that are allowed; then the text scrolls, so that the board does not move. If the user
 * has enlarged all letters, the bar grows instead.
 */
const FITS = ["small", "smallest", "scrolled", "grown"] as const;

/** The size of the browser's letters, in pixels, above which the user has enlarged them. */
const ENLARGED = 18;

function isEnlarged(): boolean {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) > ENLARGED;
}

/**
 * Gives the prompt the first of the classes {@link FITS} with which its text fits into its bar. It
 * depends on the text, on the language's words and on the window. Another text needs another element.
 * A prompt that scrolls can be focused, so that keys scroll it.
 */
export const whole: Attachment<HTMLElement> = (prompt) => {
  const measure = () => {
    prompt.classList.remove(...FITS);
    const unfit = isEnlarged() ? "scrolled" : "grown";
    const fits = FITS.filter((fit) => fit !== unfit);
    firstFit(prompt, fits, () => isWhole(prompt));
    if (prompt.classList.contains("scrolled")) prompt.tabIndex = 0;
    else prompt.removeAttribute("tabindex");
  };
  measure();
  // Buttons that appear beside the text leave it as it is: a smaller text would move. Only enlarged
  // letters, which need all the space, are measured again.
  let width = prompt.offsetWidth;
  const watch = new ResizeObserver(() => {
    if (!isEnlarged() || prompt.offsetWidth === width) return;
    width = prompt.offsetWidth;
    measure();
  });
  watch.observe(prompt);
  addEventListener("resize", measure);
  return () => {
    watch.disconnect();
    removeEventListener("resize", measure);
  };
};
