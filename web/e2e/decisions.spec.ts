/**
 * The bots in the modules for the browser decide as natively: this test runs the jobs of the native program
 * in Chromium and compares the results.
 */
import { expect, test } from "@playwright/test";
import { built, games, nativeLines, runJobs, serveModules, type Line } from "./modules";

test.skip(!built, "needs the modules (cargo xtask wasm) and the native program");

let expected: Line[] = [];
let served: Awaited<ReturnType<typeof serveModules>>;

test.beforeAll(async () => {
  expected = await nativeLines("short");
  served = await serveModules();
});
test.afterAll(() => served.close());

for (const game of games) {
  test(`${game}: bots of every level decide in the browser as natively`, async ({ page }) => {
    const own = expected.filter((line) => line.game === game);
    expect(own.length).toBeGreaterThan(10);
    await page.goto(served.url);
    const jobs = own.map((line) => line.job);
    const results = await page.evaluate(runJobs, { url: served.url, game, jobs });
    own.forEach(({ seats, name, result }, index) => {
      expect(results[index]?.result, `${name}, ${seats} seats`).toBe(result);
    });
    // The comparison would notice other seeds and other bots.
    for (const [pattern, other] of [
      [/"seed":4/g, '"seed":7'],
      [/"spec":"[^"]*"/g, '"spec":"random"'],
    ] as const) {
      const changed = own.filter(({ job }) => job.includes('"choose"'));
      const others = changed.map(({ job }) => job.replace(pattern, other));
      const found = await page.evaluate(runJobs, { url: served.url, game, jobs: others });
      expect(found.map(({ result }) => result)).not.toEqual(changed.map(({ result }) => result));
    }
  });
}
