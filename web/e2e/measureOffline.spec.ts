/**
 * The speed of searches in the modules for the browser, as a part of the native speed:
 * `cargo xtask measure-web --offline`. Both run the same search in turns, and decide alike.
 */
import { appendFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { games, nativeLines, runJobs, serveModules } from "./modules";

/** The number of turns; the fastest run of each counts. */
const TURNS = 3;

for (const game of games) {
  test(`${game}: the speed of a search`, async ({ page }) => {
    const served = await serveModules();
    await page.goto(served.url);
    const times = { native: Infinity, browser: Infinity };
    let steps = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const line = (await nativeLines("speed")).find((each) => each.game === game);
      if (!line) throw new Error(`no line for ${game}`);
      const [first] = await page.evaluate(runJobs, { url: served.url, game, jobs: [line.job] });
      if (!first) throw new Error(`no result for ${game}`);
      expect(first.result).toBe(line.result);
      steps = Number(/"spec":"[^"]*(?:sims|nodes)=(\d+)/.exec(line.job)?.[1]);
      times.native = Math.min(times.native, line.seconds);
      times.browser = Math.min(times.browser, first.seconds);
    }
    served.close();
    const { native, browser } = times;
    const measure = {
      what: "search (steps per second)",
      game,
      native: Math.round(steps / native),
      browser: Math.round(steps / browser),
      percent: Math.round((100 * native) / browser),
    };
    appendFileSync(process.env.MEASURES ?? "/dev/stdout", `${JSON.stringify(measure)}\n`);
  });
}
