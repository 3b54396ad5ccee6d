/**
 * Tests of each game's board: it is wholly in view with the hand and all buttons, which are large
 * enough for a finger; no text is cut, covered or too small; axe (the accessibility checker) finds no
 * fault; everything on it has a tooltip; its size in bytes is limited; and it equals the reference screenshots. After a change,
 * look at the new screenshots first: `cargo xtask update-screenshots`.
 */
import type { Page } from "@playwright/test";
import { fits, inspect, touchable } from "./perception";
import { LIT } from "./autoPlay";
import { expectSaid, expectToldAtRest } from "./tooltips";
import { early, fill, late, sit } from "./tables";
import { painted, remember, turn } from "./person";
import { outOfView, Traffic } from "./probes";
import { expect, test } from "./server";
import { FULL, games, seatCounts } from "./games";
import { SMALLEST, textFaults } from "./textFaults";
import { SIZES } from "./viewports";

/**
 * At half the pixel density, screenshots still show the structure, without the grain of the paper.
 */
test.use({ deviceScaleFactor: 0.5 });

/**
 * Mid-game screenshots show the position before the first seat's decision with this number, counted
 * from the end of the game.
 */
const PICTURED = 6;
/** The late position is before the first seat's decision with this number, counted from the end. */
const LAST = 2;
/**
 * The maximum number of bytes sent over the network, headers included, until the first choice at a
 * table.
 */
const WEIGHT = 139_000;

/**
 * The maximum number of different faults of text (see `textFaults.ts`) at a game's tables, over all
 * tested positions and sizes in one language. These numbers only decrease.
 */
const FAULTS: Readonly<Record<string, number>> = {
  honnoji: 0,
  // With letters of 200 %, the score of a seat without a king in the list of players (ja).
  shinra: 1,
  kokyu: 0,
  // The longest name of a phase, in the console of a table for four (ja).
  hostile: 1,
  sengoku: 0,
};

/**
 * Checks that everything is in view at each size, and adds the faults of text to `faults`.
 */
async function whole(
  page: Page,
  what: string,
  faults: Set<string>,
  picture?: string,
): Promise<void> {
  // Unless everything is tested, tables without screenshots are tested in every second size, from
  // the largest to the smallest.
  const sizes = SIZES.filter((_, index) => FULL || picture || index % 2 === 0);
  for (const [width, height] of sizes) {
    const message = `${what} at ${width}×${height}`;
    await page.setViewportSize({ width, height });
    await expect.poll(() => outOfView(page), { message, timeout: 10_000 }).toEqual([]);
    await fits(page, message);
    await touchable(page, message);
    // Parts that measure themselves follow a new size after the next frame.
    await painted(page);
    for (const fault of await page.evaluate(textFaults, SMALLEST)) faults.add(fault);
    if (picture) await expect(page).toHaveScreenshot(`${picture}-${width}.png`);
  }
  // Users may set letters of twice the size in their browser.
  const html = page.locator("html");
  for (const [width, height] of [SIZES[2], SIZES[6]]) {
    await page.setViewportSize({ width, height });
    await html.evaluate((element) => (element.style.fontSize = "200%"));
    await painted(page);
    const excess = await html.evaluate((element) => element.scrollWidth - element.clientWidth);
    if (excess > 0) faults.add(`200 %: ${what} scrolls sideways at ${width} px`);
    for (const fault of await page.evaluate(textFaults, SMALLEST)) faults.add(`200 %: ${fault}`);
    await html.evaluate((element) => (element.style.fontSize = ""));
  }
}

for (const [place, game] of games.entries()) {
  for (const [half, lang] of (["ja", "en"] as const).entries()) {
    test(`${game.id} is whole in view (${lang})`, async ({ context, page, server }) => {
      await remember(context, { lang, speed: "off" });
      // Every table has screenshots in both schemes, in one language each.
      await page.emulateMedia({
        colorScheme: (place % 2 === 0) === (lang === "ja") ? "light" : "dark",
      });
      const traffic = await Traffic.of(await context.newCDPSession(page));
      const most = game.seats[1];
      const faults = new Set<string>();
      for (const seats of FULL ? seatCounts(game).reverse() : new Set([most, game.seats[0]])) {
        for (const [moment, left] of [null, PICTURED, LAST].entries()) {
          const pictured = left === PICTURED && seats === most;
          // Tables without screenshots are tested in alternating languages.
          const mine = (place + seats + moment) % 2 === half;
          if (!pictured && !mine) continue;
          const position = left === null ? early(game, seats) : late(game, seats, left);
          const name = lang === "ja" ? "あやめ" : "Iris";
          await sit(page, server.url, game, fill(seats - 1), { position, name });
          if ((await turn(page)) === "over") continue;
          const what = `${game.id} for ${seats}, ${left ?? "all"} decisions from its end`;
          if (seats === most && left === null) {
            // The measured load is a user's first table, without any data on the device.
            await page.locator(LIT).first().waitFor();
            await page.waitForLoadState("networkidle");
            expect(traffic.bytes).toBeGreaterThan(WEIGHT / 4);
            expect(traffic.bytes).toBeLessThan(WEIGHT);
          }
          // The fullest table has all elements: it is tested in detail, once per step.
          if (seats === most && mine) {
            await page.setViewportSize({ width: 1280, height: 860 });
            if (left !== LAST) await inspect(page, what);
            // Tooltips are tested with the board alone.
            await page.locator("aside.side .close").click();
            const heard = await expectSaid(page, lang, what);
            if (pictured) await expectToldAtRest(page, heard);
            await page.locator(".bar .more").last().click();
            await expect(page.locator("aside.side")).toBeVisible();
          }
          await whole(page, what, faults, pictured ? `${game.id}-${lang}` : undefined);
        }
      }
      const accepted = FAULTS[game.id] ?? 0;
      const list = `${game.id} (${lang}): texts that cannot be read:\n${[...faults].sort().join("\n")}`;
      expect(faults.size, list).toBeLessThanOrEqual(accepted);
    });
  }
}
