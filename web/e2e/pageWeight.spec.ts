/** A test of the size of a first visit: the page loads no file before it is needed. */
import { Traffic } from "./probes";
import { expect, test } from "./server";

/**
 * The maximum numbers of bytes sent over the network for the front page, headers included: without
 * the pictures of the boards, and for these pictures. `board.spec.ts` checks tables.
 */
const FRONT = 60_500;
const PICTURES = 80_000;

test("the front page is light", async ({ enter, server }) => {
  const page = await enter();
  // The pictures arrive after the page and are counted apart.
  await page.route("**/*.webp", (route) => route.fulfill({ contentType: "image/webp", body: "" }));
  const traffic = await Traffic.of(await page.context().newCDPSession(page));
  await page.goto(server.url);
  await page.locator("main button.primary:not(:disabled)").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(traffic.bytes).toBeGreaterThan(FRONT / 4);
  expect(traffic.bytes).toBeLessThan(FRONT);
  const pictures = await page
    .locator(".tray img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  expect(pictures.length).toBeGreaterThan(1);
  const sizes = await Promise.all(
    pictures.map(async (picture) => (await (await fetch(picture)).arrayBuffer()).byteLength),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(2_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(PICTURES);
});
