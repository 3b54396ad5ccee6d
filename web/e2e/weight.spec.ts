/** What a first visit costs: nothing comes that one does not need yet. */
import { LIT } from "./hand";
import { early, fill, order } from "./late";
import { turn } from "./person";
import { Traffic } from "./probes";
import { expect, test } from "./server";
import { games } from "./shelf";

/** Bytes on the wire of the front page, and of a table until one may choose, headers included. */
const FRONT = 80_000;
const TABLE = 120_000;

test("the front page is light", async ({ enter, server }) => {
  const page = await enter();
  const traffic = await Traffic.of(await page.context().newCDPSession(page));
  await page.goto(server.url);
  await page.locator("main button.primary:not(:disabled)").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(traffic.bytes).toBeGreaterThan(FRONT / 4);
  expect(traffic.bytes).toBeLessThan(FRONT);
});

for (const game of games) {
  test(`the first choice at ${game.id} is light`, async ({ enter, server }) => {
    const [seats] = game.seats;
    const page = await enter({ speed: "off" });
    const position = early(game, seats);
    const table = await order(page, server.url, game, fill(seats - 1), { position });
    const traffic = await Traffic.of(await page.context().newCDPSession(page));
    await page.goto(`${server.url}/t/${table}`);
    await turn(page);
    await page.locator(LIT).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(traffic.bytes).toBeGreaterThan(TABLE / 4);
    expect(traffic.bytes).toBeLessThan(TABLE);
  });
}

test("the rules come when somebody reads one", async ({ enter, server, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const game = games[0]!;
  const page = await enter({ lang: "en" });
  let asked = 0;
  let away = true;
  await page.route("**/api/games/*/rules", async (route) => {
    asked++;
    if (away) await route.abort();
    else await route.continue();
  });
  const position = early(game, game.seats[0]);
  const table = await order(page, server.url, game, fill(game.seats[0] - 1), { position });
  await page.goto(`${server.url}/t/${table}`);
  await turn(page);
  expect(asked).toBe(0);

  // Where they do not come, the drawer says why, and asks again when it is opened again.
  const law = page.locator(".ask .rule-id").first();
  const id = (await law.textContent())!.trim();
  const drawer = page.getByRole("dialog");
  await law.click();
  await expect(drawer.getByRole("alert")).toBeVisible();
  away = false;
  await page.keyboard.press("Escape");
  await law.click();
  await expect(drawer.locator(`[data-rule="${id}"]`)).toBeFocused();
  const sentence = (await drawer.locator(`[data-rule="${id}"] p`).first().textContent())!;
  await page.keyboard.press("Escape");
  expect(sentence).not.toBe("");
  await expect(law).toHaveAttribute("aria-description", sentence);
});
