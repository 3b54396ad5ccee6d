/** Nothing shifts at a table, whatever happens there: only pieces fly, and those by transforms. */
import { LIT, mouse, play } from "./hand";
import { fill, late, sit } from "./late";
import { chance, remember } from "./person";
import { takeShifts, watchShifts } from "./probes";
import { expect, test } from "./server";
import { games } from "./shelf";

/** Decisions at each table. */
const SOME = 4;

for (const game of games) {
  for (const [width, height] of [
    [360, 800],
    [1366, 768],
  ] as const) {
    test(`nothing shifts at ${game.id}, ${width}×${height}`, async ({ context, page, server }) => {
      await page.setViewportSize({ width, height });
      await remember(context, { lang: "en", speed: "fast", panel: "closed" });
      await watchShifts(page);
      // The fewest at the beginning, the most towards the end.
      const [fewest, most] = game.seats;
      for (const [seats, position] of [
        [fewest, undefined],
        [most, late(game, most, SOME + 2)],
      ] as const) {
        await sit(page, server.url, game, fill(seats - 1), { position });
        // What comes while the page is being put together has not been there before.
        await page.locator(LIT).first().waitFor({ timeout: 60_000 });
        await page.waitForLoadState("networkidle");
        await takeShifts(page);
        for (let taken = 0; taken < SOME; taken++) {
          await play(page, mouse, chance(taken + 1), 1);
          const moved = (await takeShifts(page)).flatMap(({ moved }) => moved);
          expect(moved, `${seats} seats, decision ${taken + 1}`).toEqual([]);
        }
      }
    });
  }
}
