/**
 * Takes screenshots of every page, in both languages and three widths, and stores them in the
 * folder SCREENSHOTS.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./server";
import { mouse, play } from "./autoPlay";
import { chance, openTable, remember, result, times, turn } from "./person";
import { games } from "./games";

const WIDTHS = [360, 768, 1440] as const;
const LANGS = ["ja", "en"] as const;
const SCHEMES = ["light", "dark"] as const;
/** The byte offset of the image width in a PNG file. */
const PNG_WIDTH = 16;
const folder = process.env.SCREENSHOTS ?? "screenshots";

for (const lang of LANGS) {
  test(`pages in ${lang}`, async ({ browser, server }) => {
    test.setTimeout(300_000 * games.length);
    mkdirSync(folder, { recursive: true });
    const context = await browser.newContext({ locale: lang });
    await remember(context, { lang, speed: "off", name: lang === "ja" ? "あやめ" : "Iris" });
    const page = await context.newPage();

    const shoot = async (name: string, full = true) => {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
          const path = join(folder, `${name}-${lang}-${width}-${colorScheme}.png`);
          // Now and then Chromium takes the screenshot of a full page while the width still
          // changes.
          await expect(async () => {
            const shot = await page.screenshot({ path, fullPage: full });
            expect(shot.readUInt32BE(PNG_WIDTH)).toBe(width);
          }).toPass();
        }
      }
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    await page.goto(`${server.url}/`);
    await page.locator(".mat").first().waitFor();
    await shoot("home");

    for (const game of games) {
      await page.goto(`${server.url}/new/${game.id}`);
      await page.locator("form").waitFor();
      await shoot(`${game.id}-new`);

      await page.getByRole("button", { name: /Open the table|卓を立てる/ }).click();
      await page.locator(".waiting").waitFor();
      await shoot(`${game.id}-waiting`);

      await page.goto(`${server.url}/rules/${game.id}`);
      await page.locator("[data-rule]").first().waitFor();
      await shoot(`${game.id}-rules`, false);

      await openTable(page, server.url, game, times(game.seats[1] - 1, "beginner"));
      await turn(page);
      await shoot(`${game.id}-opening`);
      const pick = chance(5);
      await play(page, mouse, pick, 12);
      await turn(page);
      await shoot(`${game.id}-table`);
      await play(page, mouse, pick, 600);
      await result(page).waitFor();
      await shoot(`${game.id}-result`, false);
    }
  });
}
