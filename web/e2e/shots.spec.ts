/** Photographs of every room, in both languages and three widths, into the folder SHOTS. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./server";
import { chance, choices, openAgainst, remember, result, turn } from "./person";

const WIDTHS = [360, 768, 1440] as const;
const LANGS = ["ja", "en"] as const;
const SCHEMES = ["light", "dark"] as const;
/** Where a PNG file says how wide it is. */
const PNG_WIDTH = 16;
const folder = process.env.SHOTS ?? "shots";

for (const lang of LANGS) {
  test(`rooms in ${lang}`, async ({ browser, server }) => {
    test.setTimeout(300_000);
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
          // Now and then Chromium takes a full page in the middle of the change of width.
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

    const game = (await page.locator(".mat a[href^='/new/']").first().getAttribute("href")) ?? "";
    await page.goto(server.url + game);
    await page.locator("form").waitFor();
    await shoot("new");

    await page.getByRole("button", { name: /Open the table|卓を立てる/ }).click();
    await page.locator(".waiting").waitFor();
    await shoot("waiting");

    await page.goto(server.url + game.replace("/new/", "/rules/"));
    await page.locator("[data-rule]").first().waitFor();
    await shoot("rules", false);

    await openAgainst(page, server.url, /^(Short sight|目先)/);
    const pick = chance(5);
    for (let step = 0; step < 400; step++) {
      if ((await turn(page)) === "over") break;
      if (step === 0) await shoot("opening");
      if (step === 12) await shoot("table");
      await choices(page)
        .nth(pick(await choices(page).count()))
        .click();
      await page.locator("[data-busy=false]").waitFor();
    }
    await result(page).waitFor();
    await shoot("result", false);
  });
}
