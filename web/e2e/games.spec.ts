/** Tests that play whole games of every game of the program; no test contains rules of a game. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { alone, forward } from "./fastForward";
import { finger, mouse, play, type Played } from "./autoPlay";
import { FRIEND, fill, late, sit } from "./tables";
import {
  COMPANY,
  chance,
  choices,
  filter,
  mayChoose,
  moved,
  openList,
  openLog,
  result,
  turn,
  version,
  walk,
  whoseTurn,
} from "./person";
import { watchShifts } from "./probes";
import { KILLED, expect, test } from "./server";
import { FULL, examples, games, seatCounts } from "./games";
import { expectStill, settle } from "./layoutShift";

/**
 * The number of decisions by one input method (pointer, finger, keyboard) that prove that it works.
 */
const SOME = 3;
/**
 * The number of decisions by hand in the test of a whole game; the rest is played without the
 * browser.
 */
const WHOLE = 5;

/**
 * Checks that the automatic player found its actions on the board and seldom had to use the list.
 */
function expectOnBoard(...all: Played[]): void {
  const sum = (key: keyof Played) => all.reduce((n, played) => n + played[key], 0);
  expect(sum("onBoard"), JSON.stringify(all)).toBeGreaterThan(0);
  expect(sum("byList"), JSON.stringify(all)).toBeLessThanOrEqual(sum("onBoard") / 5);
}

/** Checks that the result names the winners and the reason for the end, with its rule. */
async function expectResult(page: Page, seats: number): Promise<void> {
  await expect(result(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("dialog[open] .rule-id")).toHaveText(/[A-Z]-\d+$/);
  // A side with several seats has a line of its own.
  await expect(page.locator("dialog[open] .scores > li:not(.team)")).toHaveCount(seats);
}

/** Ways to play a whole game by hand: by mouse on a laptop, by touch on a phone, in both languages. */
const everyHand = (["ja", "en"] as const).flatMap((lang) => [
  ["by mouse", lang, mouse, { viewport: { width: 1366, height: 768 } }] as const,
  [
    "by touch",
    lang,
    finger,
    { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } },
  ] as const,
]);

for (const [place, game] of games.entries()) {
  const most = game.seats[1];

  test(`${game.id} by mouse, a whole game, to the record and the rematch`, async ({
    enter,
    server,
  }, info) => {
    const lang = place % 2 === 0 ? "ja" : "en";
    const page = await enter({ lang, speed: "off", name: "あやめ" });
    await sit(page, server.url, game, fill(most - 1));
    const played = await play(page, mouse, chance(most), WHOLE);
    info.annotations.push({ type: "played", description: JSON.stringify(played) });
    expectOnBoard(played);
    // The following decisions are taken while the page is elsewhere; the page shows the end when it
    // returns.
    const { pathname } = new URL(page.url());
    await walk(page, server.url, "/puzzles");
    await alone(page, server.url, pathname.replace("/t/", ""), chance(1));
    await walk(page, server.url, pathname);
    await expectResult(page, most);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /Download the record|棋譜を保存/ }).click();
    const record = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
      actions: unknown[];
      seats: number;
      outcome: unknown;
    };
    expect(record.outcome).toBeTruthy();
    expect(record.seats).toBe(most);
    expect(record.actions.length).toBeGreaterThanOrEqual(played.onBoard + played.byList);

    // A rematch is another table with the same players.
    await page.getByRole("button", { name: /^(Rematch|再戦)$/ }).click();
    await page.waitForURL((url) => url.pathname !== pathname && url.pathname.startsWith("/t/"));
    await turn(page);
    await expect(page.locator("[data-seat]")).toHaveCount(most);
  });

  for (const seats of FULL ? seatCounts(game).filter((count) => count < most) : []) {
    test(`${game.id} for ${seats}, its beginning and its end`, async ({ enter, server }) => {
      // The languages alternate over the seat counts.
      const page = await enter({ lang: seats % 2 === 0 ? "ja" : "en", speed: "off" });
      const pick = chance(seats);
      await sit(page, server.url, game, fill(seats - 1));
      const began = await play(page, mouse, pick, SOME);
      const position = late(game, seats, SOME - 1);
      await sit(page, server.url, game, fill(seats - 1), { position });
      expectOnBoard(began, await play(page, mouse, pick, SOME));
      await forward([page], pick);
      await expectResult(page, seats);
    });
  }

  // Nothing here is played without the page, and every decision is a press at a point of the window.
  for (const [name, lang, press, screen] of FULL ? everyHand : [])
    test(`${game.id} ${name} (${lang}), every decision of a game`, async ({ enter, server }) => {
      test.setTimeout(1_800_000);
      const page = await enter({ lang, speed: "off", panel: "closed" }, screen);
      const [least] = game.seats;
      await sit(page, server.url, game, fill(least - 1));
      const played = await play(page, press, chance(place), Infinity);
      expectOnBoard(played);
      await expectResult(page, least);
    });

  // On small screens; the beginning is tested with the advice of a first game.
  test(`${game.id} by touch on a phone, to its end, and nothing shifts`, async ({
    enter,
    server,
  }) => {
    const screen = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };
    const page = await enter({ lang: "en", speed: "fast", panel: "closed" }, screen);
    await watchShifts(page);
    const position = late(game, most, SOME);
    await sit(page, server.url, game, fill(most - 1), { position });
    await settle(page);
    const all: Played[] = [];
    for (let taken = 1; taken <= SOME; taken++) {
      all.push(await play(page, finger, chance(taken), 1));
      await expectStill(page, `decision ${taken}`);
    }
    expectOnBoard(...all);
    // A player who leaves the path of the traced game may play longer. The rest is played without
    // the page, which need not show it step by step.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await forward([page], chance(most));
    await expectResult(page, most);
  });
}

for (const game of FULL ? games : examples.slice(0, 1)) {
  const most = game.seats[1];

  test(`${game.id} by keyboard alone, from the front page`, async ({ enter, server }) => {
    const page = await enter({ lang: "en", speed: "off" });
    const pick = chance(2);
    await tabToTable(page, server.url, game);
    for (let decision = 0; decision < SOME && (await turn(page)) === "choose"; decision++) {
      const before = await version(page);
      await chooseByKeyboard(page, decision, pick);
      await page.keyboard.press("Enter");
      await moved(page, before);
    }
    await forward([page], pick);
    await expectResult(page, game.seats[0]);
    await page.keyboard.press("Escape");
    await expect(result(page)).toBeHidden();
  });

  test(`${game.id} between two browsers, with the server killed in the middle`, async ({
    enter,
    mortal: server,
    complaints,
  }) => {
    // The browser logs connections that are refused while the server is down; the page does not.
    complaints.expect(KILLED);
    const host = await enter({ lang: "ja", speed: "off", name: "あやめ" });
    const guest = await enter({ lang: "en", speed: "off", name: "Iris" });

    // All seats are taken, those beyond the two by bots; the position is late, so that the end is
    // near.
    const position = late(game, most, 2 * SOME - 2);
    await sit(host, server.url, game, [FRIEND, ...fill(most - 2)], {
      position,
      name: "あやめ",
    });
    const link = await host.getByRole("textbox", { name: "友だちを招く" }).inputValue();
    expect(link).toBe(host.url());
    await guest.goto(link);
    await guest.getByRole("button", { name: "Sit here" }).click();

    const pages = [host, guest];
    const pick = chance(3);
    /** Checks that both screens show the same table at the same step. */
    const agree = async () => {
      await expect
        .poll(async () => (await version(host)) === (await version(guest)), { intervals: [20] })
        .toBe(true);
    };
    for (let decision = 0; decision < SOME; decision++) {
      const page = await whoseTurn(pages);
      if (!page) throw new Error("it was over before the server could be killed");
      const before = await version(page);
      await choices(page)
        .nth(pick(Math.min(30, await choices(page).count())))
        .click();
      await moved(page, before);
      await agree();
    }
    await whoseTurn(pages);
    const before = await version(host);
    const steps = (page: Page) => page.locator("[aria-labelledby=log-title] h3");
    await openLog(host);
    const seen = await steps(host).allInnerTexts();
    expect(seen.length).toBeGreaterThan(0);
    await openList(host);

    await server.kill();
    for (const page of pages) await expect(page.locator("p.link")).toBeVisible();
    // A decision while the server is down is kept and sent when it is back.
    const page = await whoseTurn(pages);
    await choices(page!).first().click();
    await server.start();
    for (const each of pages) await expect(each.locator("p.link")).toBeHidden({ timeout: 60_000 });
    await expect.poll(() => version(host), { timeout: 60_000 }).toBeGreaterThan(before);
    await whoseTurn(pages);
    await agree();
    // After a reload, the log shows all earlier steps again, requested from the server, before the
    // new ones.
    await host.reload();
    await host.locator("#tab-log").click();
    await expect.poll(() => steps(host).count()).toBeGreaterThan(seen.length);
    // The log names bots in this language once the catalogue has loaded.
    await expect
      .poll(async () => (await steps(host).allInnerTexts()).slice(0, seen.length))
      .toEqual(seen);

    await forward(pages, chance(5));
    for (const each of pages) await expect(result(each)).toBeVisible({ timeout: 60_000 });

    // Both players must accept the rematch; then both are at the new table.
    await host.getByRole("button", { name: "再戦" }).click();
    // The guest's button is redrawn when the offer arrives.
    await expect(guest.getByText(/would like a rematch/)).toBeVisible();
    await guest
      .getByRole("link", { name: /rematch/i })
      .or(guest.getByRole("button", { name: /rematch/i }))
      .click();
    for (const each of pages) await each.waitForURL((url) => url.href !== link);
    expect(host.url()).toBe(guest.url());
  });

  test(`${game.id} shows changes one after the other, and skips them`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ speed: "normal", lang: "en" });
    // The page's clock is stopped, so that no animation ends before it is checked.
    await page.clock.install();
    await sit(page, server.url, game, fill(game.seats[0] - 1));
    await page.locator("[data-version]").waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const table = page.locator("[data-version]");
    const skip = page.getByRole("button", { name: "Skip" });
    /**
     * Skips the animations until the page shows the newest state; later steps of others are
     * animated again.
     */
    const reachNow = () =>
      expect(async () => {
        if (await skip.isVisible()) await skip.click({ timeout: 1_000 });
        await expect(table).toHaveAttribute("data-busy", "false", { timeout: 500 });
        await expect(mayChoose(page).or(result(page))).toBeVisible({ timeout: 500 });
      }).toPass();
    await reachNow();
    const pick = chance(4);
    let watched = 0;
    for (let decision = 0; decision < 2 && (await turn(page)) === "choose"; decision++) {
      const before = await version(page);
      await choices(page)
        .nth(pick(Math.min(30, await choices(page).count())))
        .click();
      await skip.waitFor();
      // During playback no decision is possible, and a text describes the events.
      await expect(choices(page)).toHaveCount(0);
      await expect(page.locator(".bar .told")).not.toBeEmpty();
      watched++;
      await reachNow();
      expect(await version(page)).toBeGreaterThan(before);
    }
    expect(watched).toBeGreaterThan(0);
  });
}

/** Goes from the front page to a table against bots, by Tab, arrow keys and Enter. */
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
  await tabTo(mat.getByRole("link", { name: /^Set up/ }));
  await page.keyboard.press("Enter");
  await page.locator("form").waitFor();
  const company = page.locator("fieldset.company");
  const novice = company.getByRole("radio", { name: COMPANY.novice });
  await tabTo(company);
  for (let step = 0; step < 10 && !(await novice.isChecked()); step++)
    await page.keyboard.press("ArrowDown");
  await expect(novice).toBeChecked();
  await tabTo(page.getByRole("button", { name: "Open the table" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
}

/** Moves the focus to an action by keyboard: by its number, by arrows, or by typing its text. */
async function chooseByKeyboard(
  page: Page,
  decision: number,
  pick: (below: number) => number,
): Promise<void> {
  const count = await choices(page).count();
  if (decision % 3 === 2 && (await filter(page).isVisible())) {
    const label = await choices(page).nth(pick(count)).locator("span").last().innerText();
    await page.keyboard.press("1");
    await expect(choices(page).first()).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(filter(page)).toBeFocused();
    await page.keyboard.type(label);
    // Another action may have the same words in another order: any of them will do.
    await expect(choices(page).filter({ hasText: label })).not.toHaveCount(0);
    await expect.poll(() => choices(page).count()).toBeLessThan(count);
    await page.keyboard.press("ArrowDown");
    await expect(choices(page).first()).toBeFocused();
    return;
  }
  // Number keys and arrows reach the first actions of the list; nobody presses an arrow a hundred
  // times.
  const wanted = pick(Math.min(9, count));
  await page.keyboard.press(decision % 3 === 0 ? String(wanted + 1) : "1");
  if (decision % 3 !== 0)
    for (let step = 0; step < wanted; step++) await page.keyboard.press("ArrowDown");
  await expect(choices(page).nth(wanted)).toBeFocused();
}
