/**
 * The stage: the whole board is in view, with the hand and all that can be pressed, which is large
 * enough for a finger; everybody can perceive it; everything on it says what it is; it costs little to
 * come there; and it looks as it did when somebody last looked at it. Whoever changes it looks at the
 * new pictures first: `cargo xtask update-screenshots`.
 */
import type { Page } from "@playwright/test";
import { fits, inspect, touchable } from "./perception";
import { LIT } from "./autoPlay";
import { expectSaid, expectToldAtRest } from "./tooltips";
import { early, fill, late, sit } from "./tables";
import { remember, turn } from "./person";
import { outOfView, Traffic } from "./probes";
import { expect, test } from "./server";
import { FULL, games, seatCounts } from "./games";
import { SIZES } from "./viewports";

/** Half the size keeps what a person sees at a glance, and not the grain of the paper. */
test.use({ deviceScaleFactor: 0.5 });

/** Decisions from the end of the game of which pictures are kept: in its middle. */
const PICTURED = 6;
/** Decisions from the end at which it is near. */
const LAST = 2;
/** Bytes on the wire until one may choose at a table, with headers. */
const WEIGHT = 126_000;

async function whole(page: Page, what: string, picture?: string): Promise<void> {
  // Unless all is tested, what is not pictured is seen in every second size, from the largest to the
  // smallest.
  const sizes = SIZES.filter((_, index) => FULL || picture || index % 2 === 0);
  for (const [width, height] of sizes) {
    const message = `${what} at ${width}×${height}`;
    await page.setViewportSize({ width, height });
    await expect.poll(() => outOfView(page), { message, timeout: 10_000 }).toEqual([]);
    await fits(page, message);
    await touchable(page, message);
    if (picture) await expect(page).toHaveScreenshot(`${picture}-${width}.png`);
  }
}

for (const [place, game] of games.entries()) {
  for (const [half, lang] of (["ja", "en"] as const).entries()) {
    test(`${game.id} is whole in view (${lang})`, async ({ context, page, server }) => {
      await remember(context, { lang, speed: "off" });
      // Every table is pictured in both schemes, in one language each.
      await page.emulateMedia({
        colorScheme: (place % 2 === 0) === (lang === "ja") ? "light" : "dark",
      });
      const traffic = await Traffic.of(await context.newCDPSession(page));
      const most = game.seats[1];
      for (const seats of FULL ? seatCounts(game).reverse() : new Set([most, game.seats[0]])) {
        for (const [moment, left] of [null, PICTURED, LAST].entries()) {
          const pictured = left === PICTURED && seats === most;
          // What is not pictured is seen in one language, now this and now that.
          const mine = (place + seats + moment) % 2 === half;
          if (!pictured && !mine) continue;
          const position = left === null ? early(game, seats) : late(game, seats, left);
          const name = lang === "ja" ? "あやめ" : "Iris";
          await sit(page, server.url, game, fill(seats - 1), { position, name });
          if ((await turn(page)) === "over") continue;
          const what = `${game.id} for ${seats}, ${left ?? "all"} decisions from its end`;
          if (seats === most && left === null) {
            // Somebody's first table: nothing had come before.
            await page.locator(LIT).first().waitFor();
            await page.waitForLoadState("networkidle");
            expect(traffic.bytes).toBeGreaterThan(WEIGHT / 4);
            expect(traffic.bytes).toBeLessThan(WEIGHT);
          }
          // The fullest table has all there is: it is looked at closely, once at each moment.
          if (seats === most && mine) {
            await page.setViewportSize({ width: 1280, height: 860 });
            if (left !== LAST) await inspect(page, what);
            // What is said is heard with the board alone.
            await page.locator("aside.side .close").click();
            const heard = await expectSaid(page, lang, what);
            if (pictured) await expectToldAtRest(page, heard);
            await page.locator(".bar .more").last().click();
            await expect(page.locator("aside.side")).toBeVisible();
          }
          await whole(page, what, pictured ? `${game.id}-${lang}` : undefined);
        }
      }
    });
  }
}
