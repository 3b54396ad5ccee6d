/**
 * Tests of offline use and of old browsers: the page explains the situation, and no data is lost.
 */
import { sit, WHIM } from "./tables";
import { mayChoose, turn } from "./person";
import { expect, KILLED, test } from "./server";
import { games } from "./games";

const game = games[0]!;

/** Allows the service worker: offline, the page uses the files in the worker's cache. */
test.use({ serviceWorkers: "allow" });

/** The browser's console messages about requests that fail because it is offline. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test(`${game.id}: offline the shell opens and shows the user's tables`, async ({
  complaints,
  enter,
  mortal,
}) => {
  complaints.expect(KILLED);
  complaints.expect(OFFLINE);
  const page = await enter({ lang: "en" });
  const lesson = page.locator(".lesson");
  await page.goto(`${mortal.url}/learn/${game.id}`);
  await expect(lesson).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The page is loaded again, so that the worker caches its files.
  await page.reload();
  await expect(lesson).toBeVisible();
  await sit(page, mortal.url, game, [WHIM], { name: "Iris" });
  await turn(page);
  const table = new URL(page.url()).pathname;
  await page.goto(mortal.url);
  const mine = page.locator(`a.row[href="${table}"]`);
  await expect(mine).toBeVisible();

  await mortal.kill();
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("There is no network.");
  await expect(
    page.getByText("As this device last saw them; the games may have moved on."),
  ).toBeVisible();
  await expect(mine).toContainText(game.name.en);
  await expect(mine).toContainText("Whim");
  await page.getByRole("button", { name: "日本語" }).click();
  await expect(mine).toContainText("きまぐれ");
  await page.getByRole("button", { name: "English" }).click();

  // A lesson that cannot be loaded says so, and begins when the network is back.
  await page.goto(`${mortal.url}/learn/${game.id}`);
  await expect(page.getByRole("heading", { name: "This cannot be shown" })).toBeVisible();
  await expect(page.getByText("There is no network.")).toBeVisible();
  await mortal.start();
  await page.context().setOffline(false);
  await expect(lesson).toBeVisible();

  // A table says the same, and continues automatically when the network is back.
  await page.context().setOffline(true);
  await page.goto(`${mortal.url}${table}`);
  await expect(page.getByText("There is no network.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(mayChoose(page)).toBeVisible();

  // The worker caches nothing that the server says about tables.
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.filter((path) => path.startsWith("/api") || path.startsWith("/t/"))).toEqual([]);
});

test("a browser without modern styles gets a message, and others do not", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en" });
  await page.goto(server.url);
  await page.locator("main button.primary").first().waitFor();
  const told = page.locator(".too-old");
  await expect(told).toBeHidden();
  // An old browser does not know this colour.
  await page.route("**/*.css", async (route) => {
    const sheet = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/css", body: sheet.replaceAll("light-dark(", "no(") });
  });
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  });
  await page.goto(server.url);
  await expect(told).toBeVisible();
  // Waits for requests of style sheets that are still under way.
  await page.unrouteAll({ behavior: "wait" });
});
