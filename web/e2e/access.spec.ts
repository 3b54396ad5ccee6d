/** Whoever comes, with whatever eyes, hands and screen. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./server";
import { chance, choices, openTable, remember, times, turn } from "./person";
import { mouse, play } from "./hand";
import { games, seatCounts } from "./shelf";

async function inspect(page: Page, what: string): Promise<void> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const told = found.violations.map((each) => ({
    rule: each.id,
    where: each.nodes.slice(0, 4).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
  }));
  expect(told, what).toEqual([]);
}

/** Nothing may be wider than the window. */
async function fits(page: Page, what: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const lang of ["ja", "en"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`every room passes axe in ${lang}, ${colorScheme}`, async ({ browser, server }) => {
      const context = await browser.newContext({
        locale: lang,
        colorScheme,
        reducedMotion: "reduce",
      });
      await remember(context, { lang });
      const page = await context.newPage();

      await page.goto(server.url);
      await page.locator(".mat").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
      await inspect(page, "home");

      for (const game of games) {
        // These rooms have the same colours for every game.
        if (game === games[0] || colorScheme === "light") {
          await page.goto(`${server.url}/rules/${game.id}`);
          await page.locator("[data-rule]").first().waitFor();
          await inspect(page, `rules of ${game.id}`);
          await page.goto(`${server.url}/new/${game.id}`);
          await page.locator("form").waitFor();
          await inspect(page, `new table of ${game.id}`);
          await page.locator("form button[type=submit]").click();
          await page.locator(".waiting").waitFor();
          await inspect(page, `waiting for a friend at ${game.id}`);
        }

        await openTable(page, server.url, game, times(game.seats[1] - 1, "whim"));
        await turn(page);
        await inspect(page, `table of ${game.id}`);
        await play(page, mouse, chance(7), 6);
        await turn(page);
        await inspect(page, `table of ${game.id} after some moves`);
      }
      await page.locator(".more button").click();
      await page.locator("dialog[open] [data-rule]").first().waitFor();
      await inspect(page, "rules drawer");
      await page.keyboard.press("Escape");

      await page.goto(`${server.url}/nowhere`);
      await inspect(page, "lost");
    });
  }
}

for (const width of [360, 768, 1440]) {
  test(`every room fits ${width} px, and a finger can use it`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    await remember(context, { lang: "en", speed: "off" });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.locator(".mat").first().waitFor();
    await fits(page, "home");
    for (const game of games) {
      await page.goto(`${server.url}/new/${game.id}`);
      await page.locator("form").waitFor();
      await fits(page, `new table of ${game.id}`);
      await page.goto(`${server.url}/rules/${game.id}`);
      await page.locator("[data-rule]").first().waitFor();
      await fits(page, `rules of ${game.id}`);
      for (const seats of seatCounts(game)) {
        const what = `table of ${game.id} for ${seats}`;
        await openTable(page, server.url, game, times(seats - 1, "whim"));
        await turn(page);
        await fits(page, what);
        expect(await small(page), what).toEqual([]);
      }
    }
  });
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

test("the language changes at once and is remembered", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("どうぞ、お上がりください");
  await openTable(page, server.url, games[0]!, ["shortSight"]);
  await turn(page);
  const before = await choices(page).first().innerText();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "What you can do" })).toBeVisible();
  expect(await choices(page).first().innerText()).not.toBe(before);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.reload();
  await expect(page.getByRole("heading", { name: "What you can do" })).toBeVisible();
});

test("a rule is told on focus and opens in the drawer", async ({ page, context, server }) => {
  await remember(context, { lang: "en", speed: "off" });
  await openTable(page, server.url, games[0]!, ["shortSight"]);
  await turn(page);
  const chip = page.locator(".bar .rule-id");
  const id = await chip.innerText();
  await page.keyboard.press("Tab");
  await chip.focus();
  await expect(page.getByRole("tooltip")).toContainText(id);
  await page.keyboard.press("Enter");
  await expect(page.locator(`dialog[open] [data-rule="${id}"]`)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(chip).toBeFocused();
});
