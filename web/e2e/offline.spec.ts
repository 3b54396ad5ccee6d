/** No network, and an old browser: what happened is said, and nothing is lost. */
import { sit, WHIM } from "./tables";
import { mayChoose, turn } from "./person";
import { expect, KILLED, test } from "./server";
import { games } from "./games";

const game = games[0]!;

/** Without a network the page lives on what its worker keeps. */
test.use({ serviceWorkers: "allow" });

/** What browsers say of requests that a page makes without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test(`${game.id}: without a network the shell opens and shows one's tables`, async ({
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
  // Once more, so that the worker keeps what the room is made of.
  await page.reload();
  await expect(lesson).toBeVisible();
  await sit(page, mortal.url, game, [WHIM], { name: "Iris" });
  await turn(page);
  const table = new URL(page.url()).pathname;
  await page.goto(mortal.url);
  const mine = page.locator(`a[href="${table}"]`);
  await expect(mine).toBeVisible();

  await mortal.kill();
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("There is no network.");
  await expect(page.getByText("As you last saw them on this device")).toBeVisible();
  await expect(mine).toContainText(game.name.en);
  await expect(mine).toContainText("Whim");
  await page.getByRole("button", { name: "日本語" }).click();
  await expect(mine).toContainText("きまぐれ");
  await page.getByRole("button", { name: "English" }).click();

  // A lesson that cannot be had says so, and begins when the network is back.
  await page.goto(`${mortal.url}/learn/${game.id}`);
  await expect(page.getByRole("heading", { name: "This cannot be shown" })).toBeVisible();
  await expect(page.getByText("There is no network.")).toBeVisible();
  await mortal.start();
  await page.context().setOffline(false);
  await expect(lesson).toBeVisible();

  // A table says the same, and goes on by itself when there is a network again.
  await page.context().setOffline(true);
  await page.goto(`${mortal.url}${table}`);
  await expect(page.getByText("There is no network.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(mayChoose(page)).toBeVisible();

  // Nothing that the house says about tables is kept by the worker.
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.filter((path) => path.startsWith("/api") || path.startsWith("/t/"))).toEqual([]);
});

test("a browser without today's styles is told so, and others are not", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en" });
  await page.goto(server.url);
  await page.locator("main button.primary").first().waitFor();
  const told = page.locator(".too-old");
  await expect(told).toBeHidden();
  // An old one does not know this colour.
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
  // Sheets that are still on their way are waited for.
  await page.unrouteAll({ behavior: "wait" });
});
