/**
 * Gives an element these classes one after the other, from none on, until `fits` is true. Each makes
 * its text smaller, or gives it more room.
 */
export function firstFit(element: Element, classes: readonly string[], fits: () => boolean): void {
  element.classList.remove(...classes);
  for (const fit of classes) {
    if (fits()) return;
    element.classList.add(fit);
  }
}

/** Returns true if the content of the element needs no more than its height. */
export const isWhole = (element: Element): boolean =>
  element.scrollHeight <= element.clientHeight + 1;
