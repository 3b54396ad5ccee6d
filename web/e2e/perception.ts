/** Checks of accessibility and width that apply to any page. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const HELD_TO = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A rule that a page breaks, and where. */
interface Violation {
  rule: string;
  where: string[];
}

/** The accessibility faults that axe finds on the whole page, or in the element `within`. */
export async function violations(page: Page, within?: string): Promise<Violation[]> {
  const axe = new AxeBuilder({ page })
    .options({ runOnly: { type: "tag", values: HELD_TO }, resultTypes: ["violations"] })
    // The page has no frames of another origin; searching for such frames would double the time.
    .setLegacyMode();
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map((each) => ({
    rule: each.id,
    where: each.nodes.slice(0, 4).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
  }));
}

/** Checks with axe that there is no accessibility fault on the whole page, or in the element `within`. */
export async function inspect(page: Page, what: string, within?: string): Promise<void> {
  expect(await violations(page, within), what).toEqual([]);
}

/** Checks that no element is wider than the window. */
export async function fits(page: Page, what: string): Promise<void> {
  const excess = () => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  // After a change of its size the window needs a moment for layout.
  await expect.poll(excess, { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/**
 * Checks that no target is too small for a finger; the failure lists those that are, see
 * {@link tooSmall}.
 */
export async function touchable(page: Page, what: string): Promise<void> {
  await expect.poll(() => tooSmall(page), { message: what }).toEqual([]);
}

/**
 * The targets that are too small for a finger. The minimum is 44 px, but 24 px (WCAG 2.5.8) for the
 * squares of a grid and the places of a board that is edited, whose size the board limits, and 32 px
 * for cards in a box (`data-dense`), whose number the rules of the game decide. What is only a picture
 * of a board cannot be pressed.
 */
export function tooSmall(page: Page): Promise<string[]> {
  return page.locator("button:visible:not(.rule-id), a.button:visible").evaluateAll((elements) =>
    elements
      .filter((element) => !element.closest("[inert]"))
      .map((element) => ({
        box: element.getBoundingClientRect(),
        least: element.closest("[role=grid], .places")
          ? 23.5
          : element.closest("[data-dense]")
            ? 31.5
            : 43.5,
        text: element.outerHTML.slice(0, 120),
      }))
      .filter(({ box, least }) => box.width > 0 && (box.width < least || box.height < least))
      .map(({ box, text }) => `${box.width}×${box.height} ${text}`),
  );
}
