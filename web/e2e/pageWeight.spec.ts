/** A test of the size of a first visit: the page loads no file before it is needed. */
import { Traffic } from "./probes";
import { expect, test } from "./server";

/**
 * The maximum number of bytes sent over the network for the front page, headers included.
 * `board.spec.ts` checks tables.
 */
const FRONT = 78_000;

test("the front page is light", async ({ enter, server }) => {
  const page = await enter();
  const traffic = await Traffic.of(await page.context().newCDPSession(page));
  await page.goto(server.url);
  await page.locator("main button.primary:not(:disabled)").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(traffic.bytes).toBeGreaterThan(FRONT / 4);
  expect(traffic.bytes).toBeLessThan(FRONT);
});
