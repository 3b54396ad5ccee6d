/**
 * The stage: the whole board is in view, with the hand and all that can be pressed, which is large
 * enough for a finger; and it looks as it did when somebody last looked at it. Whoever changes it
 * looks at the new pictures first: `cargo xtask pictures`.
 */
import type { Page } from "@playwright/test";
import { fits, touchable } from "./eyes";
import { fill, late, sit } from "./late";
import { remember, turn } from "./person";
import { outOfView } from "./probes";
import { expect, test } from "./server";
import { FULL, games, seatCounts } from "./shelf";
import { SIZES } from "./sizes";

/** Half the size keeps what a person sees at a glance, and not the grain of the paper. */
test.use({ deviceScaleFactor: 0.5 });

/** Decisions from the end of the game of which pictures are kept: in its middle. */
const PICTURED = 6;

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
      for (const seats of FULL ? seatCounts(game) : new Set(game.seats)) {
        for (const [moment, left] of [null, PICTURED, 2].entries()) {
          const pictured = left === PICTURED && seats === game.seats[1];
          // What is not pictured is seen in one language, now this and now that.
          if (!pictured && (place + seats + moment) % 2 !== half) continue;
          const position = left === null ? undefined : late(game, seats, left);
          const name = lang === "ja" ? "あやめ" : "Iris";
          await sit(page, server.url, game, fill(seats - 1), { position, name });
          if ((await turn(page)) === "over") continue;
          const what = `${game.id} for ${seats}, ${left ?? "all"} decisions from its end`;
          await whole(page, what, pictured ? `${game.id}-${lang}` : undefined);
        }
      }
    });
  }
}
