/**
 * Tests with two users at one table of a real game: resigning, a draw, and watching each other's
 * drafts.
 */
import type { Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { chance, mayChoose, openLog, result, version, whoseTurn } from "./person";
import { finger, mouse, play, pressLit } from "./autoPlay";
import { FRIEND, fill, sit } from "./tables";
import { expect, test, type Enter } from "./server";
import { games } from "./games";

/**
 * Opens a table for two users, the host and a guest who followed the link; bots take the other
 * seats.
 */
async function two(enter: Enter, url: string, game: GameInfo): Promise<[Page, Page]> {
  const host = await enter({ lang: "en", speed: "off", name: "Ayame" });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const guest = await enter({ lang: "en", speed: "off", name: "Iris" }, phone);
  await sit(host, url, game, [FRIEND, ...fill(game.seats[0] - 2)], { name: "Ayame" });
  await guest.goto(host.url());
  await guest.getByRole("button", { name: "Sit here" }).click();
  await begun([host, guest]);
  return [host, guest];
}

/**
 * Waits until the game has begun for both users, the bots have decided, and nothing is under way.
 */
async function begun(pages: [Page, Page]): Promise<void> {
  for (const page of pages) {
    await page.locator('.table.started[data-busy="false"]').waitFor();
    const awaited = page.locator("[data-seat].awaited");
    await expect(awaited.filter({ hasNotText: /Ayame|Iris/ })).toHaveCount(0);
  }
  await agree(pages);
}

const flag = (page: Page) => page.getByRole("button", { name: "Leave or end the game" });

/** Waits until both pages show the same step. */
async function agree([one, other]: readonly [Page, Page]): Promise<void> {
  await expect
    .poll(async () => (await version(one)) === (await version(other)), { intervals: [20] })
    .toBe(true);
}

const resignable = games.filter((game) => game.resignation);
const drawable = games.filter((game) => game.agreed_draw);

test("some games can be resigned and drawn, and some cannot", () => {
  expect(resignable.length).toBeGreaterThan(0);
  expect(drawable.length).toBeGreaterThan(0);
  expect(resignable.length).toBeLessThan(games.length);
});

for (const game of drawable.filter(({ resignation }) => resignation))
  test(`${game.id}: a draw is offered and declined, then one resigns, and both see who won`, async ({
    enter,
    server,
  }) => {
    const pages = await two(enter, server.url, game);
    const [host, guest] = pages;
    await flag(host).click();
    await host.getByRole("button", { name: "Offer a draw" }).last().click();
    await expect(host.getByText("You offer a draw. Waiting for Iris.")).toBeVisible();
    await guest.getByRole("button", { name: "Decline" }).click();
    await expect(host.getByText("Your offer of a draw was not accepted.")).toBeVisible();
    await expect(guest.locator(".offer")).toHaveCount(0);
    const mover = (await whoseTurn(pages))!;
    await play(mover, mover === host ? mouse : finger, chance(5), 1);
    await agree(pages);
    await flag(guest).click();
    await guest.getByRole("button", { name: "Resign…" }).click();
    await guest.getByRole("button", { name: "Resign", exact: true }).click();
    await expect(result(guest)).toHaveText("You lose");
    await expect(result(host)).toHaveText("You win");
    for (const page of pages) {
      await expect(page.locator("dialog[open] .rule-id")).toContainText(game.resignation!);
      await page.keyboard.press("Escape");
      await expect(flag(page)).toHaveCount(0);
      // The resignation is the last event, in the log as well.
      await openLog(page);
      const log = page.getByRole("region", { name: "What happened" });
      await expect(log.getByRole("listitem").last()).toContainText(/You resign|resigns/);
    }
  });

test("an unfinished decision is watched as it grows, where a game allows it", async ({
  enter,
  server,
}) => {
  // The test finds a game in which both decide at once and the draft of one appears on the other's
  // board.
  for (const game of games) {
    const pages = await two(enter, server.url, game);
    const [host, guest] = pages;
    const both = await Promise.all(pages.map((page) => mayChoose(page).isVisible()));
    if (!both.every(Boolean)) continue;
    const board = guest.locator(".board");
    const empty = await board.innerHTML();
    const before = await version(host);
    const pick = chance(8);
    for (let presses = 0; presses < 6 && (await version(host)) === before; presses++)
      await pressLit(host, mouse, pick);
    if ((await version(host)) !== before) continue;
    try {
      await expect.poll(() => board.innerHTML()).not.toBe(empty);
    } catch {
      continue;
    }
    // The draft is also shown after loading the page again, and its owner finds it again.
    await guest.reload();
    await expect.poll(() => guest.locator(".board").innerHTML()).not.toBe(empty);
    expect(await version(guest)).toBe(before);
    await host.reload();
    await expect(host.locator(".table[data-version]")).toBeVisible();
    expect(await version(host)).toBe(before);
    return;
  }
  throw new Error("no game on the shelf lets an unfinished decision be watched");
});
