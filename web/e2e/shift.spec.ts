/** Nothing shifts around the board, whatever happens on it. */
import { mouse, play } from "./hand";
import { fill, late, sit } from "./late";
import { chance, remember } from "./person";
import { takeShifts, watchShifts } from "./probes";
import { expect, test } from "./server";
import { games } from "./shelf";

/** The strip and the question, by the names that the probe gives to what moved in them. */
const AROUND = /^(section\.bar|div\.acts|div\.seat|span\.facts|span\.now)\b.* > /;

/** Other words in a place that stays where it is: a text is called after its element twice. */
const isText = (path: string) => {
  const [around, within] = path.split(" > ");
  return around === within;
};

/** Decisions at each table. */
const SOME = 4;

for (const game of games) {
  for (const [width, height] of [
    [360, 800],
    [1366, 768],
  ] as const) {
    test(`nothing shifts around ${game.id}, ${width}×${height}`, async ({
      context,
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height });
      await remember(context, { lang: "en", speed: "fast", panel: "closed" });
      await watchShifts(page);
      for (const position of [undefined, late(game, game.seats[0], SOME + 2)]) {
        await sit(page, server.url, game, fill(game.seats[0] - 1), { position });
        // What comes while the page is being put together has not been there before.
        await page.waitForLoadState("networkidle");
        await takeShifts(page);
        await play(page, mouse, chance(1), SOME);
        const moved = (await takeShifts(page)).flatMap(({ moved }) => moved);
        expect(moved.filter((path) => AROUND.test(path) && !isText(path))).toEqual([]);
      }
    });
  }
}
