/**
 * Tests of the static site on a plain host of files below a path, with its host and without: the
 * files are those of `cargo xtask site`.
 */
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { mouse, play } from "./autoPlay";
import { examples, FULL, games } from "./games";
import { chance, fillTable, times, turn, version } from "./person";
import { expect, KILLED } from "./server";
import { late } from "./tables";
import { controlled, kept, notBuilt, siteTest as test } from "./siteHost";

test.use({ serviceWorkers: "allow" });
test.skip(notBuilt !== undefined, notBuilt);

const game = games[0]!;

/** The maximum size of the document, scripts and styles of the front page, compressed by Brotli. */
const FRONT = 60_000;

/** The heading of the page that is shown. */
const heading = (page: Page) => page.locator("main h1");

test("every page has an address on a plain host of files", async ({ host, complaints, enter }) => {
  // The browser reports the answer 404, and the search of the site's folder.
  complaints.expect(/404 \(Not Found\)/);
  const page = await enter({ lang: "en" }, { serviceWorkers: "block" });
  await page.goto(host.url);
  const links = page.locator(`main a[href*="rules"]`);
  await expect(links.first()).toBeVisible();
  expect(new URL((await links.first().getAttribute("href"))!, page.url()).href).toBe(
    `${host.url}?/rules/${game.id}`,
  );
  await page.getByRole("link", { name: "Puzzles" }).first().click();
  await expect(page).toHaveURL(`${host.url}?/puzzles`);
  const title = await heading(page).textContent();
  // The address leads to the same page, and so does that in the form of a server.
  await page.reload();
  await expect(heading(page)).toHaveText(title!);
  await page.goto(`${host.url}puzzles`);
  await expect(page).toHaveURL(`${host.url}?/puzzles`);
  await expect(heading(page)).toHaveText(title!);
  await page.goBack();
  await page.goto(host.url);
  await page.locator("header a").first().click();
  await expect(page).toHaveURL(host.url);
  await page.goto(`${host.url}?/nowhere`);
  const home = new URL(host.url).pathname;
  await expect(page.locator(`main a[href="${home}"]`)).toBeVisible();
});

test("the front page is light without any module", async ({ host, enter }) => {
  const page = await enter({ lang: "ja" }, { serviceWorkers: "block" });
  const loaded: Promise<{ type: string; path: string; bytes: number }>[] = [];
  page.on("response", (response) => {
    const size = async () => ({
      type: response.request().resourceType(),
      path: new URL(response.url()).pathname,
      bytes: brotliCompressSync(await response.body()).length,
    });
    loaded.push(size());
  });
  await page.goto(host.url);
  await expect(page.locator(`main a[href*="${game.id}"]`).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const files = await Promise.all(loaded);
  expect(files.filter(({ path }) => path.includes("/wasm/"))).toEqual([]);
  const code = files.filter(({ type }) => ["document", "script", "stylesheet"].includes(type));
  const bytes = code.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(FRONT / 2);
  expect(bytes).toBeLessThan(FRONT);
});

test("the policy of the document permits the page everything that it does", async ({
  host,
  enter,
}) => {
  const page = await enter({ lang: "en" }, { serviceWorkers: "block" });
  await page.goto(host.url);
  await expect(page.locator("main a").first()).toBeVisible();
  const policy = await page
    .locator('meta[http-equiv="content-security-policy"]')
    .getAttribute("content");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  const inline = page.locator("script:not([src])");
  await expect(inline).toHaveCount(0);
});

test("without its host the site opens, and says what was not kept", async ({
  host,
  complaints,
  enter,
}) => {
  complaints.expect(KILLED);
  complaints.expect(/ERR_FAILED/);
  const page = await enter({ lang: "en" });
  await page.goto(host.url);
  await expect(page.locator("main a").first()).toBeVisible();
  await controlled(page);
  await host.stop();
  await page.reload();
  await expect(page.locator(`main a[href*="${game.id}"]`).first()).toBeVisible();
  await page.goto(`${host.url}?/puzzles`);
  await expect(heading(page)).toBeVisible();
  // The module of the game was not kept.
  await page.goto(`${host.url}?/rules/${game.id}`);
  await expect(page.getByText(/network|connection/i).first()).toBeVisible();
  await host.start();
});

test("everything can be kept for offline use, and removed", async ({ host, complaints, enter }) => {
  complaints.expect(KILLED);
  complaints.expect(/ERR_FAILED/);
  const page = await enter({ lang: "en" });
  await page.goto(host.url);
  await controlled(page);
  await page.getByRole("button", { name: "Settings" }).click();
  const panel = page.locator("#settings");
  await expect(panel.getByText(/this device keeps .* of it/)).toBeVisible();
  await panel.getByRole("button", { name: "Keep everything for offline use" }).click();
  await expect(panel.getByText(/Everything is kept on this device/)).toBeVisible();
  expect((await kept(page)).filter((url) => url.endsWith(".wasm")).length).toBeGreaterThan(0);

  await host.stop();
  await page.goto(`${host.url}?/rules/${game.id}`);
  await expect(heading(page)).toContainText(game.name.en);
  await page.goto(`${host.url}?/learn/${game.id}`);
  await expect(page.locator(".lesson")).toBeVisible();
  await page.goto(`${host.url}?/puzzles/hostile/tsume-2`);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await expect(page.locator(".hint li")).toHaveCount(3);
  const play = { game: game.id, seats: game.seats[0], position: late(game, game.seats[0], 2) };
  const packed = deflateRawSync(JSON.stringify(play)).toString("base64url");
  await page.goto(`${host.url}?/position/${game.id}#${packed}`);
  await page.getByRole("button", { name: "Edit the position", exact: true }).click();
  await expect(page.locator(".panel").getByRole("status")).toContainText("possible");

  await page.getByRole("button", { name: "Settings" }).click();
  await panel.getByRole("button", { name: "Remove what is kept" }).click();
  await expect(panel.getByRole("button", { name: "Keep everything" })).toBeVisible();
  expect((await kept(page)).filter((url) => url.endsWith(".wasm"))).toEqual([]);
  // The shell stays.
  await page.goto(host.url);
  await expect(page.locator("main a").first()).toBeVisible();
  await host.start();
});

/** The games at the sizes of a desktop and of a phone, in alternating languages. */
const tables = examples.flatMap((game, place) =>
  ([1440, 360] as const)
    .map((width, size) => ({ game, width, lang: (["ja", "en"] as const)[(place + size) % 2]! }))
    .filter((_, size) => FULL || size === place % 2),
);

for (const { game, width, lang } of tables)
  test(`${game.id}: without its host a game is played to the end against bots, and reviewed (${lang}, ${width} px)`, async ({
    host,
    complaints,
    enter,
  }) => {
    complaints.expect(KILLED);
    complaints.expect(/ERR_FAILED/);
    const page = await enter({ lang, speed: "off" });
    await page.setViewportSize({ width, height: width > 400 ? 900 : 800 });
    await page.goto(host.url);
    await controlled(page);
    await page.goto(`${host.url}?/new/${game.id}`);
    // Opening a game keeps it.
    await expect
      .poll(
        async () => (await kept(page)).filter((url) => url.includes(`/wasm/${game.id}-`)).length,
      )
      .toBe(2);
    await host.stop();
    await page.reload();
    await fillTable(page, game, times(game.seats[0] - 1, "novice"));
    await play(page, mouse, chance(1), 2);
    // A reload continues the game where it was.
    const before = await version(page);
    await page.reload();
    expect(await version(page)).toBeGreaterThanOrEqual(before);
    await play(page, mouse, chance(2), 1_000);
    expect(await turn(page)).toBe("over");
    await page.getByRole("dialog").locator('a[href*="/review"]').click();
    await expect(page.locator("section[aria-labelledby=line] svg[role=img]")).toBeVisible({
      timeout: 120_000,
    });
    await host.start();
  });

test("a server with the engine's modules offers them for offline use", async ({
  mortal,
  enter,
}) => {
  const page = await enter({ lang: "en" });
  await page.goto(mortal.url);
  await controlled(page);
  await page.getByRole("button", { name: "Settings" }).click();
  const panel = page.locator("#settings");
  await panel.getByRole("button", { name: "Keep everything for offline use" }).click();
  await expect(panel.getByText(/Everything is kept on this device/)).toBeVisible();
  const files = await kept(page);
  for (const { id } of games)
    expect(files.filter((url) => url.startsWith(`${mortal.url}/wasm/${id}-`)).length, id).toBe(2);
});
