/**
 * What a board says of each of its things. Tips are opened as a pointer opens them; only the time
 * that it has to rest is left out, since a board has hundreds of things.
 */
import type { Page } from "@playwright/test";

/** Everything that is a thing of its own: places, pieces, buttons, scores, piles, people. */
const THINGS =
  "[data-anchor], button, [role=button], [role=img], [role=meter], [tabindex='0'], header:not([aria-hidden])";

/** What a thing says. */
export interface Heard {
  /** The thing, as it is written in the page. */
  thing: string;
  /** Where a pointer reaches it. */
  at: { x: number; y: number };
  /** Its place on the board, where it is one. */
  place: string | null;
  /** What it is called, and how it stands. */
  title: string;
  /** What it means, in words. */
  meaning: string;
  /** The rules it follows from, with their ids. */
  laws: string[];
  /** Whether nothing is said after the rules. */
  lawsLast: boolean;
}

/** Points at all that is on the board and in view, and listens. */
export const hearAll = (page: Page): Promise<Heard[]> =>
  page.evaluate(async (things) => {
    const board = document.querySelector(".board")!;
    const heard: Heard[] = [];
    let screenX = 0;
    const point = (target: Element, x: number, y: number) => {
      const { setTimeout } = window;
      window.setTimeout = ((then: () => void) => then()) as unknown as typeof window.setTimeout;
      const at = { clientX: x, clientY: y, screenX: ++screenX, bubbles: true };
      target.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", ...at }));
      window.setTimeout = setTimeout;
    };
    for (const thing of board.querySelectorAll<HTMLElement>(things)) {
      const { left, top, width, height } = thing.getBoundingClientRect();
      const seen = thing.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // What is hidden from eyes is said to screen readers in its place.
      if (!seen || width < 6 || height < 6) continue;
      const spots = [0.5, 0.2, 0.8].flatMap((down) =>
        [0.5, 0.2, 0.8].map((across) => [left + across * width, top + down * height] as const),
      );
      const found = spots.flatMap(([x, y]) => {
        const under = document.elementFromPoint(x, y);
        return under && board.contains(under) ? [{ x, y, under }] : [];
      });
      const hit = found.find(({ under }) => thing.contains(under)) ?? found[0];
      if (!hit) continue;
      point(document.body, 0, 0);
      point(hit.under, hit.x, hit.y);
      await Promise.resolve();
      const said = [...(document.querySelector(".bubble")?.children ?? [])];
      const laws = said.filter((each) => each.classList.contains("law"));
      const meaning = said.filter((each) => !laws.includes(each));
      const words = (each: Element) => each.textContent?.trim() ?? "";
      heard.push({
        thing: thing.outerHTML.replace(/<!--.*?-->/g, "").slice(0, 160),
        at: { x: hit.x, y: hit.y },
        place: thing.dataset["anchor"] ?? null,
        title: meaning
          .filter(({ tagName }) => tagName === "STRONG")
          .map(words)
          .join(),
        meaning: meaning
          .filter(({ tagName }) => tagName === "P")
          .map(words)
          .join(),
        laws: laws.map(words),
        lawsLast: said.slice(meaning.length).every((each) => laws.includes(each)),
      });
    }
    point(document.body, 0, 0);
    return heard;
  }, THINGS);
