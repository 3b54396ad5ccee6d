/**
 * Measurements without a server, for `cargo xtask measure-web --offline`: each is a line of JSON in
 * the file MEASURES. Searches in the modules for the browser, as a part of the native speed: both
 * run the same search in turns, and decide alike. The time until the first choice of a game on the
 * static site, whose host is gone.
 */
import { expect, test } from "@playwright/test";
import { LIT } from "./autoPlay";
import { games as infos } from "./games";
import { games, nativeLines, runJobs, serveModules } from "./modules";
import { fillTable, times as repeated, turn } from "./person";
import { middle, note, READY, readyAfter, slowed, SLOWDOWN, watchReady } from "./probes";
import { KILLED } from "./server";
import { controlled, kept, siteTest } from "./siteHost";

/** The number of turns of a search, of which the fastest counts, and of visits, of which the middle counts. */
const TURNS = 3;

for (const game of games) {
  test(`${game}: the speed of a search`, async ({ page }) => {
    const served = await serveModules();
    await page.goto(served.url);
    const times = { native: Infinity, browser: Infinity };
    for (let turn = 0; turn < TURNS; turn++) {
      const [line] = await nativeLines("speed", game);
      if (!line) throw new Error(`no line for ${game}`);
      const [first] = await page.evaluate(runJobs, { url: served.url, game, jobs: [line.job] });
      if (!first) throw new Error(`no result for ${game}`);
      expect(first.result).toBe(line.result);
      times.native = Math.min(times.native, line.seconds);
      times.browser = Math.min(times.browser, first.seconds);
    }
    served.close();
    const { native, browser } = times;
    note("the same search", {
      game,
      native_ms: Math.round(1000 * native),
      browser_ms: Math.round(1000 * browser),
      speed_percent: Math.round((100 * native) / browser),
    });
  });
}

siteTest.describe("without its host", () => {
  siteTest.use({ serviceWorkers: "allow" });
  for (const game of infos)
    siteTest(`${game.id}: the first choice`, async ({ host, complaints, enter }) => {
      complaints.expect(KILLED);
      complaints.expect(/ERR_FAILED/);
      const first = await enter({ lang: "en", speed: "off" });
      await first.goto(host.url);
      await controlled(first);
      await first.goto(`${host.url}?/new/${game.id}`);
      await fillTable(first, game, repeated(game.seats[0] - 1, "novice"));
      await turn(first);
      await expect(first.locator(LIT).first()).toBeAttached();
      const modules = async () =>
        (await kept(first)).filter((url) => url.includes(`/wasm/${game.id}-`)).length;
      await expect.poll(modules).toBe(2);
      const table = first.url();
      await host.stop();
      const ready: number[] = [];
      for (let visit = 0; visit < TURNS; visit++) {
        const page = await first.context().newPage();
        await watchReady(page, READY.table);
        await slowed(page.context(), page);
        await page.goto(table);
        ready.push(await readyAfter(page));
        await page.close();
      }
      await host.start();
      note("first choice, later visit without network", {
        game: game.id,
        ready_ms: Math.round(middle(ready)),
        slowdown: SLOWDOWN,
      });
    });
});
