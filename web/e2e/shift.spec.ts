/** Nothing shifts while what happens is shown. */
import { mouse, play } from "./hand";
import { fill, late, sit } from "./late";
import { chance, remember } from "./person";
import { watchShifts } from "./probes";
import { test } from "./server";
import { examples, games } from "./shelf";
import { expectStill, settle } from "./still";

/** Decisions at each table; with the last of them the game ends. */
const SOME = 3;

for (const game of games) {
  const most = game.seats[1];
  const ways = [
    ["fast", "while it is shown"],
    ["off", "where it is shown at once"],
  ] as const;
  // Where there is little room; the beginning on a desk is watched while advice is given.
  for (const [speed, way] of examples.includes(game) ? ways : ways.slice(0, 1))
    test(`nothing shifts at ${game.id} ${way}`, async ({ context, page, server }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await remember(context, { lang: "en", speed, panel: "closed" });
      await watchShifts(page);
      await sit(page, server.url, game, fill(most - 1), { position: late(game, most, SOME) });
      await settle(page);
      for (let taken = 1; taken <= SOME; taken++) {
        await play(page, mouse, chance(taken), 1);
        await expectStill(page, `decision ${taken}`);
      }
    });
}
