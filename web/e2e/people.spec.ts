/** Tests of the news that two people at one table get of each other, in two browsers with clocks. */
import type { Page } from "@playwright/test";
import type { Terms } from "../src/generated/session";
import { finger, mouse, play } from "./autoPlay";
import { chance, openLog, whoseTurn } from "./person";
import { expect, test, type Enter } from "./server";

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true };
const DESKTOP = { viewport: { width: 1366, height: 768 } };
const HOURS_24 = 86_400_000;

/** Opens a table of two people with these settings; both have a seat, and the game has begun. */
async function two(enter: Enter, url: string, terms: Partial<Terms>): Promise<[Page, Page]> {
  const host = await enter({ lang: "en", speed: "off", name: "Ayame" }, DESKTOP);
  const guest = await enter({ lang: "en", speed: "off", name: "Iris" }, PHONE);
  await host.goto(url);
  const table = await host.evaluate(async (terms) => {
    const seats = [{ kind: "me" }, { kind: "open" }];
    const body = JSON.stringify({ game: "kokyu", options: {}, seats, name: "Ayame", terms });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body });
    return ((await answer.json()) as { table: string }).table;
  }, terms);
  await host.goto(`${url}/t/${table}`);
  await guest.goto(`${url}/t/${table}`);
  await guest.getByRole("button", { name: "Sit here" }).click();
  for (const page of [host, guest]) await page.locator(".table.started").waitFor();
  return [host, guest];
}

const news = (page: Page) => page.locator(".news");
const takeBack = (page: Page) => page.getByRole("button", { name: /ake back/ });
const say = (page: Page) => page.getByRole("button", { name: "Say something" });

test("a decision after the time ran out is announced to both, logged, and cannot be taken back", async ({
  enter,
  server,
}) => {
  const pages = await two(enter, server.url, { time: { kind: "decision", seconds: 5 } });
  for (const page of pages)
    await expect(
      news(page)
        .getByText(/ran out of time; a bot decided/)
        .first(),
    ).toBeVisible({
      timeout: 30_000,
    });
  for (const page of pages) await expect(takeBack(page)).toHaveCount(0);
  await openLog(pages[0]);
  const log = pages[0].getByRole("region", { name: "What happened" });
  await expect(log.locator(".late").first()).toBeVisible();
});

test("a take-back after another clock has run asks first, and both are told of it", async ({
  enter,
  server,
}) => {
  const time = { kind: "total", seconds: 600, increment: 0 } as const;
  const pages = await two(enter, server.url, { time });
  const mover = (await whoseTurn(pages))!;
  const other = pages.find((page) => page !== mover)!;
  const bubble = await say(mover).boundingBox();
  await play(mover, mover === pages[0] ? mouse : finger, chance(5), 1);
  await expect(takeBack(mover)).toHaveAccessibleName("Ask to take back");
  // The button for talking is never replaced by another one.
  expect(await say(mover).boundingBox()).toEqual(bubble);
  await takeBack(mover).click();
  await other.getByRole("button", { name: "Agree" }).click();
  for (const page of pages)
    await expect(news(page).getByText(/took back a decision, as everybody agreed/)).toBeVisible();
});

test("who leaves is announced, and so is the return", async ({ enter, server }) => {
  const [host, guest] = await two(enter, server.url, {});
  await guest.getByRole("button", { name: "Leave or end the game" }).click();
  await expect(guest.getByText("This game has no resignation.")).toBeVisible();
  await guest.getByRole("button", { name: "Leave: a bot plays on…" }).click();
  await guest.getByRole("button", { name: "Leave: a bot plays on", exact: true }).click();
  await expect(news(host)).toContainText("Iris left the table. A bot plays on.");
  await guest.getByRole("button", { name: "Come back" }).click();
  await expect(news(host)).toContainText("Iris is at the table again.");
});

test("friends write to each other, onlookers read nothing, and a player can be muted", async ({
  enter,
  server,
}) => {
  const [host, guest] = await two(enter, server.url, {});
  const onlooker = await enter({ lang: "en", speed: "off", name: "Mika" });
  await onlooker.goto(host.url());
  await onlooker.locator(".table.started").waitFor();
  await say(guest).click();
  const field = guest.getByRole("textbox", { name: "Write a message" });
  await field.fill("See you at the well");
  await guest.getByRole("button", { name: "Send" }).click();
  await expect(field).toHaveValue("");
  await expect(news(host)).toContainText("Iris: See you at the well");
  await expect(say(host).locator(".unread")).toHaveText("1");
  await say(host).click();
  await expect(host.getByRole("region", { name: "Messages at this table" })).toContainText(
    "See you at the well",
  );
  await expect(say(host).locator(".unread")).toHaveCount(0);
  await host.getByRole("checkbox", { name: "Hide the messages of Iris" }).check();
  await field.fill("Are you there?");
  await guest.getByRole("button", { name: "Send" }).click();
  await expect(field).toHaveValue("");
  // The form for reports has it still.
  const heard = host.getByText("Are you there?").filter({ visible: true });
  await expect(heard).toHaveCount(0);
  await expect(onlooker.getByText("See you at the well")).toHaveCount(0);
});

test("clocks are large, and right on a device whose clock is wrong by a day", async ({
  enter,
  server,
}) => {
  const time = { kind: "total", seconds: 600, increment: 0 } as const;
  const [host, guest] = await two(enter, server.url, { time });
  await guest.addInitScript((wrong) => {
    const now = Date.now;
    Date.now = () => now() + wrong;
  }, HOURS_24);
  await guest.reload();
  await guest.locator(".table.started").waitFor();
  const seconds = async (page: Page, seat: number) => {
    const shown = await page.locator(`[data-seat="${seat}"] [role=timer]`).innerText();
    const [minutes, rest] = /(\d+):(\d+)/.exec(shown)!.slice(1).map(Number);
    return minutes! * 60 + rest!;
  };
  for (const seat of [0, 1])
    await expect
      .poll(async () => Math.abs((await seconds(host, seat)) - (await seconds(guest, seat))))
      .toBeLessThanOrEqual(2);
  for (const [page, least] of [
    [host, 20],
    [guest, 16],
  ] as const) {
    const size = await page
      .locator("[role=timer]")
      .first()
      .evaluate((clock) => parseFloat(getComputedStyle(clock).fontSize));
    expect(size).toBeGreaterThanOrEqual(least);
  }
});

test("the search for an opponent tells how long it has taken", async ({ enter, server }) => {
  const page = await enter({ lang: "en", speed: "off", name: "Ayame" });
  await page.goto(server.url);
  const table = await page.evaluate(async () => {
    const body = JSON.stringify({ game: "kokyu", name: "" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/quickstart", { method: "POST", headers, body });
    return ((await answer.json()) as { table: string }).table;
  });
  await page.goto(`${server.url}/t/${table}`);
  const search = page.getByRole("region", { name: /Looking for an opponent/ });
  await expect(search.getByRole("timer")).toHaveText(/for 0:\d\d/);

  // One press starts a game against a bot, above which the search continues.
  await search.getByRole("button", { name: "Play a bot meanwhile" }).click();
  const meanwhile = page.getByRole("region", { name: "Search for an opponent" });
  await expect(meanwhile).toContainText("Still looking for an opponent");
  await page.locator(".table.started").waitFor();
  expect(page.url()).not.toContain(table);
  // The search outlives a new load of the page.
  await page.reload();
  await expect(meanwhile).toContainText("Still looking for an opponent");

  // An opponent sits down: both are asked, and neither is left without word.
  const guest = await enter({ lang: "en", speed: "off", name: "Iris" }, PHONE);
  await guest.goto(`${server.url}/t/${table}`);
  await guest.getByRole("button", { name: "Sit here" }).click();
  await guest.locator(".table.started").waitFor();
  await expect(meanwhile).toContainText("Iris is here, and your game has begun.");
  await meanwhile.getByRole("button", { name: "Finish this first" }).click();
  await expect(meanwhile).toContainText("Iris reads: “One moment, please.”");
  await expect(guest.getByText("One moment, please.").first()).toBeVisible();
  await meanwhile.getByRole("button", { name: "Go there" }).click();
  await page.waitForURL(`**/t/${table}`);
  await page.locator(".table.started").waitFor();
  await expect(meanwhile).toHaveCount(0);
});

test("a search in the background is stopped, and its table disappears", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off", name: "Ayame" });
  await page.goto(server.url);
  const table = await page.evaluate(async () => {
    const body = JSON.stringify({ game: "kokyu", name: "" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/quickstart", { method: "POST", headers, body });
    return ((await answer.json()) as { table: string }).table;
  });
  await page.goto(`${server.url}/t/${table}`);
  await page.getByRole("button", { name: "Play a bot meanwhile" }).click();
  const meanwhile = page.getByRole("region", { name: "Search for an opponent" });
  await meanwhile.getByRole("button", { name: "Stop looking" }).click();
  await expect(meanwhile).toHaveCount(0);
  const listed = await page.evaluate(async () => await (await fetch("/api/lobby")).text());
  expect(listed).not.toContain(table);
});

test("a lost connection is announced with the clocks running, and so is the return", async ({
  enter,
  server,
}) => {
  const time = { kind: "total", seconds: 600, increment: 0 } as const;
  const [host, guest] = await two(enter, server.url, { time });
  const table = guest.url();
  await guest.goto("about:blank");
  await expect(news(host).getByText("Iris lost the connection.")).toBeVisible();
  await expect(host.locator("[role=timer]").first()).toBeVisible();
  await guest.goto(table);
  await guest.locator(".table.started").waitFor();
  await expect(news(host).getByText("Iris is connected again.")).toBeVisible();
});
