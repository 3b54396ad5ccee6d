/** Whole games, as people play them: every game on the shelf, and nothing here knows which. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/table";
import { finger, mouse, play, type Played } from "./hand";
import {
  COMPANY,
  chance,
  choices,
  filter,
  moved,
  openTable,
  remember,
  result,
  times,
  turn,
  version,
  whoseTurn,
} from "./person";
import { expect, test } from "./server";
import { games, seatCounts } from "./shelf";

/** More decisions than any of these games asks of one person. */
const MANY = 600;

/** Collects what a page must never do. */
function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    // A connection that is refused while the server is dead is the browser's remark, not ours.
    if (message.type() === "error" && !message.text().includes("ERR_CONNECTION_REFUSED"))
      wrong.push(message.text());
  });
  return wrong;
}

/** The hand found what it did on the board, and only now and then gave up looking. */
function expectOnBoard(played: Played): void {
  expect(played.onBoard, JSON.stringify(played)).toBeGreaterThan(0);
  expect(played.byList, JSON.stringify(played)).toBeLessThanOrEqual(played.onBoard / 10);
}

/** The result says who won, why and by which rule. */
async function expectResult(page: Page, seats: number): Promise<void> {
  await expect(result(page)).toBeVisible();
  await expect(page.locator("dialog[open] .rule-id")).toHaveText(/^[A-Z]-\d+$/);
  await expect(page.locator("dialog[open]").getByRole("listitem")).toHaveCount(seats);
}

for (const game of games) {
  for (const seats of seatCounts(game)) {
    // Both languages take their turns over the seat counts and the ways to play.
    const lang = seats % 2 === 0 ? "ja" : "en";
    test(`${game.id} for ${seats} by mouse in ${lang}, to the record and the rematch`, async ({
      browser,
      server,
    }, info) => {
      const context = await browser.newContext();
      await remember(context, { lang, speed: "off", name: "あやめ" });
      const page = await context.newPage();
      const wrong = watch(page);
      await openTable(page, server.url, game, times(seats - 1, "whim"));
      const played = await play(page, mouse, chance(seats), MANY);
      info.annotations.push({ type: "played", description: JSON.stringify(played) });
      expectOnBoard(played);
      await expectResult(page, seats);

      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: /Download the record|棋譜を保存/ }).click();
      const record = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
        actions: unknown[];
        seats: number;
        outcome: unknown;
      };
      expect(record.outcome).toBeTruthy();
      expect(record.seats).toBe(seats);
      expect(record.actions.length).toBeGreaterThanOrEqual(played.onBoard + played.byList);

      // A rematch is another table with the same company.
      const old = page.url();
      await page.getByRole("button", { name: /^(Rematch|再戦)$/ }).click();
      await page.waitForURL((url) => url.href !== old && url.pathname.startsWith("/t/"));
      await turn(page);
      await expect(page.locator("[data-seat]")).toHaveCount(seats);
      expect(wrong).toEqual([]);
    });
  }

  test(`${game.id} by touch on a small screen`, async ({ browser, server }, info) => {
    const seats = game.seats[1];
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport });
    await remember(context, { lang: "ja", speed: "off" });
    const page = await context.newPage();
    const wrong = watch(page);
    await openTable(page, server.url, game, times(seats - 1, "whim"));
    const played = await play(page, finger, chance(11), MANY);
    info.annotations.push({ type: "played", description: JSON.stringify(played) });
    expectOnBoard(played);
    await expectResult(page, seats);
    expect(wrong).toEqual([]);
  });

  test(`${game.id} by keyboard alone`, async ({ browser, server }) => {
    const context = await browser.newContext();
    await remember(context, { lang: "en", speed: "off" });
    const page = await context.newPage();
    const wrong = watch(page);
    await tabToTable(page, server.url, game);

    const pick = chance(2);
    for (let decision = 0; decision < MANY && (await turn(page)) === "choose"; decision++) {
      const before = await version(page);
      await chooseByKeyboard(page, decision, pick);
      await page.keyboard.press("Enter");
      await moved(page, before);
    }
    await expectResult(page, game.seats[0]);
    await page.keyboard.press("Escape");
    await expect(result(page)).toBeHidden();
    expect(wrong).toEqual([]);
  });

  test(`${game.id} between two browsers, with the server killed in the middle`, async ({
    browser,
    server,
  }) => {
    const hostContext = await browser.newContext();
    const guestContext = await browser.newContext();
    await remember(hostContext, { lang: "ja", speed: "off", name: "あやめ" });
    await remember(guestContext, { lang: "en", speed: "off", name: "Iris" });
    const host = await hostContext.newPage();
    const guest = await guestContext.newPage();
    const wrong = [watch(host), watch(guest)];

    // All seats are taken, those beyond the two by bots.
    const seats = game.seats[1];
    await openTable(host, server.url, game, ["friend", ...times(seats - 2, "whim")]);
    const link = await host.getByRole("textbox", { name: "友だちを招く" }).inputValue();
    expect(link).toBe(host.url());
    await guest.goto(link);
    await guest.getByRole("button", { name: "Sit here" }).click();

    const pages = [host, guest];
    const pick = chance(3);
    /** The same table on both screens, in the same moment. */
    const agree = async () => {
      await expect
        .poll(async () => (await version(host)) === (await version(guest)), { intervals: [20] })
        .toBe(true);
    };
    const decide = async (): Promise<boolean> => {
      const page = await whoseTurn(pages);
      if (!page) return false;
      const before = await version(page);
      await choices(page)
        .nth(pick(await choices(page).count()))
        .click();
      await moved(page, before);
      await agree();
      return true;
    };

    for (let decision = 0; decision < 12; decision++) expect(await decide()).toBe(true);
    await whoseTurn(pages);
    const before = await version(host);
    const steps = (page: Page) => page.locator("[aria-labelledby=log-title] h3");
    const told = await steps(host).allInnerTexts();

    await server.kill();
    for (const page of pages) await expect(page.locator("p.link")).toBeVisible();
    // What is decided while the server is dead is kept and sent when it is back.
    const page = await whoseTurn(pages);
    await choices(page!).first().click();
    await server.start();
    for (const each of pages) await expect(each.locator("p.link")).toBeHidden({ timeout: 30_000 });
    await expect.poll(() => version(host)).toBeGreaterThan(before);
    await whoseTurn(pages);
    await agree();
    // Everything from before is still there, asked anew of the server, below what came since.
    await host.reload();
    await expect.poll(() => steps(host).count()).toBeGreaterThan(told.length);
    expect((await steps(host).allInnerTexts()).slice(-told.length)).toEqual(told);

    for (let decision = 0; decision < MANY && (await decide()); decision++);
    for (const each of pages) await expect(result(each)).toBeVisible();

    // Both must want the rematch; then both are there.
    await host.getByRole("button", { name: "再戦" }).click();
    await guest
      .getByRole("link", { name: /rematch/i })
      .or(guest.getByRole("button", { name: /rematch/i }))
      .click();
    for (const each of pages) await each.waitForURL((url) => url.href !== link);
    expect(host.url()).toBe(guest.url());
    expect(wrong).toEqual([[], []]);
  });

  test(`${game.id} shows changes one after the other, and skips them`, async ({
    page,
    context,
    server,
  }) => {
    await remember(context, { speed: "normal", lang: "en" });
    await openTable(page, server.url, game, times(game.seats[0] - 1, "whim"));
    const table = page.locator("[data-version]");
    const skip = page.getByRole("button", { name: "Skip" });
    const pick = chance(4);
    let watched = 0;
    /** Skipping reaches the newest moment; what others do meanwhile is shown in its turn. */
    const reachNow = () =>
      expect(async () => {
        if (await skip.isVisible()) await skip.click({ timeout: 500 });
        await expect(table).toHaveAttribute("data-busy", "false", { timeout: 200 });
        await expect(choices(page).first().or(result(page))).toBeVisible({ timeout: 200 });
      }).toPass();
    await reachNow();
    for (let decision = 0; decision < 8 && (await turn(page)) === "choose"; decision++) {
      const before = await version(page);
      await choices(page)
        .nth(pick(await choices(page).count()))
        .click();
      await skip.waitFor();
      // While it is being shown, nothing may be decided and the words tell what happens.
      await expect(choices(page)).toHaveCount(0);
      await expect(page.locator(".bar .told")).not.toBeEmpty();
      watched++;
      await reachNow();
      expect(await version(page)).toBeGreaterThan(before);
    }
    expect(watched).toBeGreaterThan(0);
  });
}

/** From the front page to a table against bots, by Tab, arrows and Enter. */
async function tabToTable(page: Page, url: string, game: GameInfo): Promise<void> {
  const tabTo = async (wanted: Locator) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      if (await wanted.evaluate((element) => element.contains(document.activeElement))) return;
    }
    throw new Error(`Tab never reaches ${wanted.toString()}`);
  };
  await page.goto(url);
  const mat = page.locator(".mat").nth(games.indexOf(game));
  await mat.waitFor();
  await tabTo(mat.getByRole("link", { name: /^Open a table/ }));
  await page.keyboard.press("Enter");
  await page.locator("form").waitFor();
  for (let seat = 1; seat < game.seats[0]; seat++) {
    const place = page.locator("fieldset.seat").nth(seat);
    const whim = place.getByRole("radio", { name: COMPANY.whim });
    await tabTo(place);
    for (let step = 0; step < 10 && !(await whim.isChecked()); step++)
      await page.keyboard.press("ArrowDown");
    await expect(whim).toBeChecked();
  }
  await tabTo(page.getByRole("button", { name: "Open the table" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
}

/** Focuses some choice by keyboard: by its number, by arrows, or by typing what it says. */
async function chooseByKeyboard(
  page: Page,
  decision: number,
  pick: (below: number) => number,
): Promise<void> {
  const count = await choices(page).count();
  const wanted = pick(count);
  if (decision % 3 === 0 && wanted < 9) {
    await page.keyboard.press(String(wanted + 1));
    await expect(choices(page).nth(wanted)).toBeFocused();
    return;
  }
  await page.keyboard.press("1");
  await expect(choices(page).first()).toBeFocused();
  if (await filter(page).isVisible()) {
    const label = await choices(page).nth(wanted).locator("span").last().innerText();
    await page.keyboard.press("Shift+Tab");
    await expect(filter(page)).toBeFocused();
    await page.keyboard.type(label);
    // Another choice may be told in the same words in another order.
    const said = choices(page).filter({ hasText: label });
    await expect(said).not.toHaveCount(0);
    const labels = await choices(page).locator("span:last-child").allInnerTexts();
    const place = labels.indexOf(label);
    for (let step = 0; step <= place; step++) await page.keyboard.press("ArrowDown");
    await expect(choices(page).nth(place)).toBeFocused();
    return;
  }
  for (let step = 0; step < wanted; step++) await page.keyboard.press("ArrowDown");
  await expect(choices(page).nth(wanted)).toBeFocused();
}

test("the front page leads to a table of any game in one click", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  for (const [place, game] of games.entries()) {
    await page.goto(server.url);
    const mat = page.locator(".mat").nth(place);
    await expect(mat.getByRole("heading")).toContainText(game.name.ja);
    await mat.getByRole("button", { name: /ボットとすぐに対局/ }).click();
    await page.waitForURL(/\/t\//);
    await expect(page.locator("[data-seat]")).toHaveCount(game.seats[0]);
  }
});

test("a decision is taken back, and the log with it", async ({ page, context, server }) => {
  await remember(context, { speed: "off", lang: "en" });
  await openTable(page, server.url, games[0]!, ["friend"]);
  const friend = await context.browser()!.newContext();
  await remember(friend, { speed: "off", lang: "en" });
  const other = await friend.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Sit here" }).click();
  const mover = (await whoseTurn([page, other]))!;
  const before = await version(mover);
  const options = await choices(mover).allInnerTexts();
  await choices(mover).first().click();
  await moved(mover, before);
  await mover.getByRole("button", { name: "Take back" }).click();
  await expect(choices(mover).first()).toBeVisible();
  expect(await choices(mover).allInnerTexts()).toEqual(options);
  await expect(mover.getByRole("heading", { name: /Step 1$/ })).toHaveCount(0);
});

test("a table that does not exist says so", async ({ page, server, context }) => {
  await remember(context, { lang: "en" });
  await page.goto(`${server.url}/t/nothing`);
  await expect(page.getByRole("heading", { name: "This table does not exist" })).toBeVisible();
});
