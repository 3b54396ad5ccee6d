/**
 * Tests of games on the device: the static site of `cargo xtask site`, with the real engine in its
 * worker. They apply to every game.
 */
import type { BrowserContext, Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { mouse, play } from "./autoPlay";
import { games } from "./games";
import { chance, mayChoose, moved, openList, remember, turn, version } from "./person";
import { expect } from "./server";
import { notBuilt, siteTest as test, type SiteHost } from "./siteHost";

test.skip(notBuilt !== undefined, notBuilt);

/** The number of decisions before and after an interruption. */
const SOME = 3;

/** Opens a table against bots by the button of the front page. */
async function sit(page: Page, host: SiteHost, game: Pick<GameInfo, "id">): Promise<void> {
  await page.goto(`${host.url}?/new/${game.id}`);
  await page.getByRole("button", { name: /Open the table|卓を立てる/ }).click();
  await page.waitForURL(/\?\/t\/local-/);
  await turn(page);
}

/** The version of the table as the storage has it; `table` is its id. */
function storedVersion(page: Page, table: string): Promise<number> {
  return page.evaluate(
    (table) =>
      new Promise<number>((done, failed) => {
        const request = indexedDB.open("zashiki");
        request.onerror = () => failed(request.error!);
        request.onsuccess = () => {
          const found = request.result.transaction("tables").objectStore("tables").get(table);
          found.onsuccess = () => {
            request.result.close();
            done((found.result as { version: number }).version);
          };
        };
      }),
    table,
  );
}

const tableOf = (page: Page) => new URL(page.url()).search.split("/").at(-1)!;

for (const [place, game] of games.entries())
  test(`${game.id} on the device, reloaded and killed in the middle`, async ({ host, enter }) => {
    const lang = place % 2 === 0 ? "ja" : "en";
    const page = await enter({ lang, speed: "off", name: "あやめ" });
    await sit(page, host, game);
    const played = await play(page, mouse, chance(place + 1), SOME);
    expect(played.onBoard).toBeGreaterThan(0);
    if ((await turn(page)) === "over") return;
    const before = await version(page);
    await page.reload();
    await turn(page);
    expect(await version(page)).toBe(before);

    // The tab is killed while a decision is being carried out; nothing that was stored is lost.
    const address = page.url();
    const context = page.context();
    await page.evaluate(() => {
      document.querySelector<HTMLElement>(".choices button[data-action]")?.click();
    });
    await page.close();
    const again = await context.newPage();
    await again.goto(address);
    await turn(again);
    const after = await version(again);
    expect(after).toBeGreaterThanOrEqual(before);
    expect(await storedVersion(again, tableOf(again))).toBe(after);
    await play(again, mouse, chance(place + 9), SOME);

    // The game is in the list of the front page, without its engine.
    await again.goto(host.url);
    await expect(again.locator(`a.row[href*="${address.split("?")[1]}"]`)).toBeVisible();
  });

const game = games[0]!;

test("a decision is taken back", async ({ host, enter }) => {
  const page = await enter({ lang: "en", speed: "off" });
  await sit(page, host, game);
  await play(page, mouse, chance(3), 1);
  const undo = page.getByRole("button", { name: /^Take back/ });
  await turn(page);
  if (!(await undo.isVisible())) return test.skip(true, "the decision revealed something");
  const before = await version(page);
  await undo.click();
  await moved(page, before);
  await turn(page);
});

test("two people at one device see their own hands, behind a curtain", async ({ host, enter }) => {
  const hidden = games.find((each) => each.private_information && each.seats[0] === 2)!;
  const page = await enter({ lang: "en", speed: "off", name: "Iris" });
  await page.goto(`${host.url}?/new/${hidden.id}`);
  await page.getByRole("group", { name: "Opponents" }).getByRole("radio").first().check();
  for (const field of await page.getByLabel(/^Name at/).all()) await field.fill("Mika");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\?\/t\/local-/);
  const curtain = page.locator(".curtain");
  await expect(curtain.or(mayChoose(page)).first()).toBeVisible();
  for (let taken = 0; taken < 4; taken++) {
    await expect(curtain.or(mayChoose(page)).first()).toBeVisible();
    if (await curtain.isVisible()) {
      await expect(page.locator(".board")).toHaveAttribute("inert", "");
      await curtain.getByRole("button").click();
      await expect(curtain).toBeHidden();
    }
    await play(page, mouse, chance(taken + 1), 1);
  }
});

test("two tabs on one game agree, and neither overwrites the other", async ({ host, enter }) => {
  const page = await enter({ lang: "en", speed: "off" });
  await sit(page, host, game);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await turn(other);
  for (const tab of [page, other, page]) {
    await play(tab, mouse, chance(5), 1);
    await turn(tab);
    const now = await version(tab);
    for (const each of [page, other])
      await expect.poll(() => version(each), { timeout: 60_000 }).toBeGreaterThanOrEqual(now);
  }
  await expect
    .poll(async () => (await version(page)) - (await version(other)), { timeout: 60_000 })
    .toBe(0);
});

test("games move to a new profile by one file", async ({ host, enter }, info) => {
  const page = await enter({ lang: "en", speed: "off", name: "Iris" });
  await sit(page, host, game);
  await play(page, mouse, chance(2), 2);
  await turn(page);
  const [address, at] = [page.url(), await version(page)];
  await page.goto(host.url);
  await page.getByText("Save and open games").click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save 1 game to a file" }).click();
  const path = info.outputPath("games.json");
  await (await download).saveAs(path);

  const fresh = await enter({ lang: "en", speed: "off" });
  await fresh.goto(host.url);
  await fresh.getByText("Save and open games").click();
  await fresh.locator(".transfer input[type=file]").setInputFiles(path);
  await expect(fresh.getByText("1 game added.")).toBeVisible();
  await fresh.goto(address);
  await turn(fresh);
  expect(await version(fresh)).toBe(at);
});

test("advice, replays, records and playing on from a record need no server", async ({
  host,
  enter,
}, info) => {
  const page = await enter({ lang: "en", speed: "off" });
  await page.goto(`${host.url}?/new/${game.id}`);
  await page.getByText("More settings").click();
  await page.getByRole("checkbox", { name: /^Allow hints/ }).check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\?\/t\/local-/);
  await turn(page);
  await openList(page);
  const advice = page.locator("section.advice");
  await advice.getByRole("button", { name: "Ask for a hint" }).click();
  await expect(advice.locator("li").first()).toContainText("%");
  await play(page, mouse, chance(3), 1_000);
  expect(await turn(page)).toBe("over");

  const result = page.getByRole("dialog");
  const download = page.waitForEvent("download");
  await result.getByRole("button", { name: "Download the record" }).click();
  const record = info.outputPath("record.json");
  await (await download).saveAs(record);
  await result.getByRole("link", { name: "Replay" }).click();
  const looking = page.locator(".looking");
  await expect(looking.locator(".told > .number")).toContainText("Step 0 of ");
  await page.keyboard.press("ArrowRight");
  await expect(looking.locator("[data-version='1'][data-busy='false']")).toBeVisible();
  await looking.getByRole("combobox").selectOption("1");
  await expect(page).toHaveURL(/\/1&eyes=1$/);
  await expect(looking.locator("[data-version='1'][data-busy='false']")).toBeVisible();

  const fresh = await enter({ lang: "en", speed: "off" });
  await fresh.goto(host.url);
  const chooser = fresh.waitForEvent("filechooser");
  await fresh.getByRole("button", { name: "Open a saved game" }).click();
  await (await chooser).setFiles(record);
  await expect(fresh.locator(".looking > .told > .number")).toContainText("Step 0 of ");
  await fresh.keyboard.press("ArrowRight");
  await fresh.getByRole("button", { name: "Play on from here" }).click();
  await fresh.waitForURL(/\?\/t\/local-/);
  await expect(mayChoose(fresh)).toBeVisible();
});

test("a damaged module is explained, and the game is kept", async ({ host, enter, complaints }) => {
  complaints.expect(/CompileError|Failed to load|ERR_/);
  const page = await enter({ lang: "en", speed: "off" });
  await sit(page, host, game);
  const [address, at] = [page.url(), await version(page)];
  const context: BrowserContext = page.context();
  await context.route("**/*_bg.wasm", (route) =>
    route.fulfill({ contentType: "application/wasm", body: "<html></html>" }),
  );
  await page.goto(address);
  await expect(page.getByRole("alert")).toContainText("missing or damaged");
  await expect(page.locator(".board")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  // The page also tries again by itself.
  await context.unroute("**/*_bg.wasm");
  await turn(page);
  expect(await version(page)).toBe(at);
});

test("a browser without WebAssembly, SIMD or storage says what to do", async ({
  host,
  browser,
}) => {
  for (const [without, said] of [
    ["WebAssembly", "does not run WebAssembly"],
    ["Worker", "module workers"],
    ["indexedDB", "gives this page no storage"],
  ]) {
    const context = await browser.newContext({ locale: "en-US" });
    await remember(context, { lang: "en" });
    await context.addInitScript((name) => {
      Object.defineProperty(globalThis, name!, { value: undefined });
    }, without);
    const page = await context.newPage();
    await page.goto(host.url);
    await page.locator("main button.primary:not(:disabled)").first().click();
    await expect(page.getByRole("alert").first()).toContainText(said!);
    await context.close();
  }
});
