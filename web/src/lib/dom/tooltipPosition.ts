/**
 * Computes the position of a tooltip beside its anchor. This module is loaded with the first
 * tooltip.
 */
import { autoUpdate, computePosition, flip, hide, offset, shift } from "@floating-ui/dom";
import type { Placement } from "@floating-ui/dom";

const EDGE = 8;
const SIDES: readonly Placement[] = ["top", "bottom", "right", "left"];
const NEXT =
  "main :is(button, [role=button], a.button, input):not(:disabled, [aria-disabled=true])";

const at = (anchor: Element, floating: HTMLElement, placement: Placement) =>
  computePosition(anchor, floating, {
    strategy: "fixed",
    placement,
    middleware: [
      offset(EDGE),
      flip({ padding: EDGE }),
      shift({ padding: EDGE }),
      hide({ strategy: "referenceHidden" }),
    ],
  });

/** The area of these elements, in square pixels, that a tooltip at (x, y) would cover. */
function covers(x: number, y: number, floating: HTMLElement, boxes: readonly DOMRect[]): number {
  const { offsetWidth: width, offsetHeight: height } = floating;
  const shared = (a: number, b: number, c: number, d: number) =>
    Math.max(0, Math.min(b, d) - Math.max(a, c));
  return boxes.reduce(
    (sum, { left, right, top, bottom }) =>
      sum + shared(x, x + width, left, right) * shared(y, y + height, top, bottom),
    0,
  );
}

async function best(anchor: Element, floating: HTMLElement): Promise<Placement> {
  const next = [...document.querySelectorAll(NEXT)].map((each) => each.getBoundingClientRect());
  const own = anchor.getBoundingClientRect();
  let [found, least] = [SIDES[0]!, Infinity];
  for (const side of SIDES) {
    const { x, y } = await at(anchor, floating, side);
    // A tooltip that covers its anchor is worse than one that covers other elements.
    const covered = covers(x, y, floating, next) + 1000 * covers(x, y, floating, [own]);
    if (covered < least) [found, least] = [side, covered];
  }
  return found;
}

/**
 * Puts `floating` on the side of `anchor` on which it covers least of what can be pressed, and lets
 * it follow the anchor. It is hidden while the anchor is hidden. Returns a function that ends this.
 */
export async function beside(anchor: Element, floating: HTMLElement): Promise<() => void> {
  const side = await best(anchor, floating);
  return autoUpdate(anchor, floating, () => {
    void at(anchor, floating, side).then(({ x, y, middlewareData }) => {
      const away = middlewareData.hide?.referenceHidden ?? false;
      floating.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
      floating.style.visibility = away ? "hidden" : "visible";
    });
  });
}
