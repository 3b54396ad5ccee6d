/** What is looked at on any page: that everybody can perceive it, and that it fits. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const HELD_TO = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe finds nothing wrong: on the whole page, or within what changed since it was looked at. */
export async function inspect(page: Page, what: string, within?: string): Promise<void> {
  const axe = new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: HELD_TO }, resultTypes: ["violations"] })
    // Nothing here is in a frame of another origin; looking into those takes as long again.
    .setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const found = violations.map((each) => ({
    rule: each.id,
    where: each.nodes.slice(0, 4).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
  }));
  expect(found, what).toEqual([]);
}

/** Nothing is wider than the window. */
export async function fits(page: Page, what: string): Promise<void> {
  const excess = () => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  // A window that has just changed its size takes a moment to lay the page out anew.
  await expect.poll(excess, { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/** What is too small for a finger is listed: see {@link small}. */
export async function touchable(page: Page, what: string): Promise<void> {
  await expect.poll(() => small(page), { message: what }).toEqual([]);
}

/**
 * What is too small for a finger: 44 px, but 24 px (WCAG 2.5.8) for the squares of a grid, which
 * are as large as the board lets them be.
 */
function small(page: Page): Promise<string[]> {
  return page.locator("button:visible:not(.rule-id), a.button:visible").evaluateAll((elements) =>
    elements
      .map((element) => ({
        box: element.getBoundingClientRect(),
        least: element.closest("[role=grid]") ? 23.5 : 43.5,
        text: element.outerHTML.slice(0, 120),
      }))
      .filter(({ box, least }) => box.width > 0 && (box.width < least || box.height < least))
      .map(({ box, text }) => `${box.width}×${box.height} ${text}`),
  );
}
