/**
 * Tests of the fair deal: two players contribute random shares to the seed of the deal, and both
 * find their shares in the record.
 */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { forward } from "./fastForward";
import { FRIEND, sit } from "./tables";
import { chance, result } from "./person";
import { expect, test, type Enter, type Server } from "./server";
import { games } from "./games";

/** A game for two players with random events. */
const game = games.find(({ seats, chance }) => seats[0] === 2 && chance)!;

const deal = (page: Page) => page.locator("details.deal:visible");
const holds = (page: Page) => deal(page).locator(".holds");

/** Two users at a table; the second user has not sat down yet. */
async function two(enter: Enter, server: Server): Promise<[Page, Page]> {
  const [host, friend] = [
    await enter({ lang: "en", speed: "off", name: "Ayame" }),
    await enter(
      { lang: "ja", speed: "off", name: "Iris" },
      { viewport: { width: 360, height: 800 } },
    ),
  ];
  await sit(host, server.url, game, [FRIEND], { name: "Ayame" });
  await host.locator(".waiting").waitFor();
  await friend.goto(host.url());
  return [host, friend];
}

test(`${game.id}: two users add to a deal, and each page finds its share in it`, async ({
  enter,
  server,
}, info) => {
  const [host, friend] = await two(enter, server);
  // Before another player has sat down the server is bound to its secret.
  await deal(host).locator(":scope > summary").click();
  const codes = deal(host).locator("code");
  await expect(codes).toHaveCount(2);
  const [commitment, promised] = await codes.allTextContents();
  await friend.getByRole("button", { name: "ここに座る" }).click();
  for (const page of [host, friend]) await page.locator(".table.started").waitFor();
  await host.locator("#tab-about").click();
  await deal(host).locator(":scope > summary").click();
  await expect(codes.first()).toHaveText(commitment!);
  await expect(codes).toHaveCount(3);
  await expect(deal(host)).toContainText("Added.");

  await forward([host, friend], chance(3));
  const said = { host: "Nobody can have arranged this shuffle", friend: "だれにも仕組めなかった" };
  for (const [page, words] of [
    [host, said.host],
    [friend, said.friend],
  ] as const) {
    await result(page).waitFor();
    const check = page.locator("dialog details.deal");
    await check.locator(":scope > summary").click();
    await expect(check.locator(".holds")).toContainText(words);
    await expect(check.locator("code")).toHaveCount(7);
    await expect(check.locator("code").first()).toHaveText(commitment!);
    await expect(check.locator("code").nth(2)).toHaveText(promised!);
  }

  // The record shows it to all, and confirms their shares to those who took part.
  const path = info.outputPath("record.json");
  const download = host.waitForEvent("download");
  await host.getByRole("button", { name: "Download the record" }).click();
  await (await download).saveAs(path);
  const record = JSON.parse(readFileSync(path, "utf8")) as { deal: { shares: unknown[] } };
  expect(record.deal.shares).toHaveLength(2);
  const stranger = await enter({ lang: "en", speed: "off" });
  for (const page of [host, stranger]) {
    await page.goto(`${server.url}/record`);
    await page.locator("input[type=file]").setInputFiles(path);
    await deal(page).locator(":scope > summary").click();
    await expect(holds(page)).toContainText("Everything matches");
  }
  await expect(holds(host)).toContainText("The number of your device is part of it.");
  await expect(holds(stranger)).not.toContainText("your device");

  // A server that shows a different share is detected by the page alone.
  await friend.route("**/record", async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as { deal: { shares: { share: string }[] } };
    told.deal.shares[1]!.share = "ab".repeat(32);
    await route.fulfill({ json: told });
  });
  await friend.reload();
  await result(friend).waitFor();
  await friend.locator("dialog details.deal > summary").click();
  const broken = friend.locator("dialog details.deal [role=alert]");
  await expect(broken).toContainText("このシャッフルは検証に通りませんでした");
  await expect(broken).toContainText("Irisが加えた数が、約束したハッシュと合いません");
});
