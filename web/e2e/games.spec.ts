/** Whole games, as people play them. Nothing here knows which game it is. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./server";
import {
  chance,
  choices,
  moved,
  openAgainst,
  remember,
  result,
  turn,
  version,
  whoseTurn,
} from "./person";

/** More decisions than any of these games has. */
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

/**
 * Which of the buttons a mouse can reach: a second step (which eunuch?) may lie over the rest
 * of the board until it is answered.
 */
function uncovered(buttons: Locator): Promise<number[]> {
  return buttons.evaluateAll((all) =>
    all.flatMap((button, index) => {
      button.scrollIntoView({ block: "center" });
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top && button.contains(top) ? [index] : [];
    }),
  );
}

test("a whole game against a bot by mouse, from the front page to the record", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: "ja-JP" });
  await remember(context, { speed: "off", name: "あやめ" });
  const page = await context.newPage();
  const wrong = watch(page);
  await page.goto(server.url);
  await page
    .getByRole("button", { name: /ボットとすぐに対局/ })
    .first()
    .click();
  await page.waitForURL(/\/t\//);

  const pick = chance(1);
  // On a board every enabled button leads to a choice, in one click or by offering a second.
  const lit = page.locator(".board button:not(:disabled):not([aria-disabled=true])");
  const moment = async () => `${await version(page)} ${(await lit.allInnerTexts()).join()}`;
  let onBoard = 0;
  for (let click = 0; click < 2 * MANY && (await turn(page)) === "choose"; click++) {
    const before = await moment();
    const open = await uncovered(lit);
    if (open.length > 0) {
      await lit.nth(open[pick(open.length)]!).click();
      onBoard++;
    } else {
      await choices(page)
        .nth(pick(await choices(page).count()))
        .click();
    }
    await expect.poll(moment, { intervals: [20] }).not.toBe(before);
  }
  await expect(result(page)).toBeVisible();
  expect(onBoard, "clicks on the board itself").toBeGreaterThan(0);

  // The result says why, by which rule, and gives the record.
  await expect(page.locator("dialog[open] .rule-id")).toHaveText(/^[A-Z]-\d+$/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "棋譜を保存" }).click();
  const record = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
    actions: unknown[];
    outcome: unknown;
  };
  expect(record.outcome).toBeTruthy();
  expect(record.actions.length).toBeGreaterThan(1);

  // A rematch is another table with the same company.
  const old = page.url();
  await page.getByRole("button", { name: "再戦" }).click();
  await page.waitForURL((url) => url.href !== old && url.pathname.startsWith("/t/"));
  await turn(page);
  expect(wrong).toEqual([]);
});

test("a whole game by keyboard alone", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "en-GB" });
  await remember(context, { speed: "off" });
  const page = await context.newPage();
  const wrong = watch(page);
  await page.goto(server.url);

  /** Tabs until the focus is on something that the words match. */
  const tabTo = async (words: RegExp) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      const text = await page.evaluate(() => document.activeElement?.textContent ?? "");
      if (words.test(text)) return;
    }
    throw new Error(`Tab never reaches ${words}`);
  };
  await page.locator(".mat").first().waitFor();
  await tabTo(/Play against a bot now/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);

  const pick = chance(2);
  for (let decision = 0; decision < MANY && (await turn(page)) === "choose"; decision++) {
    const before = await version(page);
    const count = await choices(page).count();
    const wanted = pick(count);
    if (decision % 3 === 0 && wanted < 9) {
      await page.keyboard.press(String(wanted + 1));
    } else {
      await page.keyboard.press("1");
      for (let step = 0; step < wanted; step++) await page.keyboard.press("ArrowDown");
    }
    await expect(choices(page).nth(wanted)).toBeFocused();
    await page.keyboard.press("Enter");
    await moved(page, before);
  }
  await expect(result(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(result(page)).toBeHidden();
  expect(wrong).toEqual([]);
});

test("two browsers, and the server killed and started again in the middle", async ({
  browser,
  server,
}) => {
  const hostContext = await browser.newContext({ locale: "ja-JP" });
  const guestContext = await browser.newContext({ locale: "en-GB" });
  await remember(hostContext, { speed: "off", name: "あやめ" });
  await remember(guestContext, { speed: "off", name: "Iris" });
  const host = await hostContext.newPage();
  const guest = await guestContext.newPage();
  const wrong = [watch(host), watch(guest)];

  await host.goto(server.url);
  await host.getByRole("link", { name: "友だちと遊ぶ卓を立てる" }).first().click();
  await host.getByRole("button", { name: "卓を立てる" }).click();
  await host.waitForURL(/\/t\//);
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
  await expect.poll(() => version(host)).toBe(before + 1);
  await agree();
  // Everything from before is still there, asked anew of the server.
  await host.reload();
  await expect(steps(host)).toHaveCount(told.length + 1);
  expect((await steps(host).allInnerTexts()).slice(1)).toEqual(told);

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

test("a decision is taken back, and the log with it", async ({ page, context, server }) => {
  await remember(context, { speed: "off", lang: "en" });
  await openAgainst(page, server.url, /^For a friend/);
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

test("changes are shown one after the other, and can be skipped", async ({
  page,
  context,
  server,
}) => {
  await remember(context, { speed: "normal", lang: "en" });
  await openAgainst(page, server.url, /^Short sight/);
  const table = page.locator("[data-version]");
  const skip = page.getByRole("button", { name: "Skip" });
  const pick = chance(4);
  let watched = 0;
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
    // Each answer of the bot is shown in its turn; skipping reaches the newest moment.
    await expect(async () => {
      if (await skip.isVisible()) await skip.click({ timeout: 500 });
      await expect(table).toHaveAttribute("data-busy", "false", { timeout: 200 });
      await expect(choices(page).first().or(result(page))).toBeVisible({ timeout: 200 });
    }).toPass();
    expect(await version(page)).toBeGreaterThan(before);
  }
  expect(watched).toBeGreaterThan(0);
});

test("a table that does not exist says so", async ({ page, server, context }) => {
  await remember(context, { lang: "en" });
  await page.goto(`${server.url}/t/nothing`);
  await expect(page.getByRole("heading", { name: "This table does not exist" })).toBeVisible();
});
