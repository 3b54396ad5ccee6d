/** Nothing shifts while what happens is shown. */
import { mouse, play } from "./hand";
import { fill, late, sit } from "./late";
import { chance, remember } from "./person";
import { watchShifts } from "./probes";
import { test } from "./server";
import { games } from "./shelf";
import { expectStill, settle } from "./still";

/** Decisions at each table. */
const SOME = 3;

for (const game of games) {
  const [fewest, most] = game.seats;
  // The fewest at the beginning where there is much room, the most towards the end where there is
  // little.
  for (const { seats, left, width, height } of [
    { seats: fewest, left: null, width: 1366, height: 768 },
    { seats: most, left: SOME + 2, width: 360, height: 800 },
  ]) {
    test(`nothing shifts at ${game.id}, ${width}×${height}`, async ({ context, page, server }) => {
      await page.setViewportSize({ width, height });
      await remember(context, { lang: "en", speed: "fast", panel: "closed" });
      await watchShifts(page);
      const position = left === null ? undefined : late(game, seats, left);
      await sit(page, server.url, game, fill(seats - 1), { position });
      await settle(page);
      for (let taken = 1; taken <= SOME; taken++) {
        await play(page, mouse, chance(taken), 1);
        await expectStill(page, `${seats} seats, decision ${taken}`);
      }
    });
  }
}
