/** Deals that anyone can check: two people add to one, and find their share in it again. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { forward } from "./forward";
import { FRIEND, late, order, sit } from "./late";
import { chance, openTable, result, turn } from "./person";
import { KILLED, expect, test, type Enter, type Server } from "./server";
import { games } from "./shelf";

/** A game of two in which something is left to chance. */
const game = games.find(({ seats, chance }) => seats[0] === 2 && chance)!;

const deal = (page: Page) => page.locator("details.deal:visible");
const holds = (page: Page) => deal(page).locator(".holds");

/** Two people at a table, the second of whom has yet to sit down. */
async function two(enter: Enter, server: Server, position?: unknown): Promise<[Page, Page]> {
  const [host, friend] = [
    await enter({ lang: "en", speed: "off", name: "Ayame" }),
    await enter(
      { lang: "ja", speed: "off", name: "Iris" },
      { viewport: { width: 360, height: 800 } },
    ),
  ];
  await sit(host, server.url, game, [FRIEND], { position, name: "Ayame" });
  await host.locator(".waiting").waitFor();
  await friend.goto(host.url());
  return [host, friend];
}

test("two people add to a deal, and each page finds its share in it", async ({
  enter,
  server,
}, info) => {
  const [host, friend] = await two(enter, server);
  // Before anybody else has sat down the house is held to its secret.
  await deal(host).locator("summary").click();
  const codes = deal(host).locator("code");
  await expect(codes).toHaveCount(2);
  const [commitment, promised] = await codes.allTextContents();
  await friend.getByRole("button", { name: "ここに座る" }).click();
  for (const page of [host, friend]) await page.locator(".table.started").waitFor();
  await host.locator("#tab-about").click();
  await deal(host).locator("summary").click();
  await expect(codes.first()).toHaveText(commitment!);
  await expect(codes).toHaveCount(3);
  await expect(deal(host)).toContainText("Added.");

  await forward([host, friend], chance(3));
  const said = { host: "Nobody can have arranged this deal", friend: "だれにも仕組めなかった" };
  for (const [page, words] of [
    [host, said.host],
    [friend, said.friend],
  ] as const) {
    await result(page).waitFor();
    const check = page.locator("dialog details.deal");
    await check.locator("summary").click();
    await expect(check.locator(".holds")).toContainText(words);
    await expect(check.locator("code")).toHaveCount(7);
    await expect(check.locator("code").first()).toHaveText(commitment!);
    await expect(check.locator("code").nth(2)).toHaveText(promised!);
  }

  // The record shows it to anybody, and to who was there that they were.
  const path = info.outputPath("record.json");
  const download = host.waitForEvent("download");
  await host.getByRole("link", { name: "Download the record" }).click();
  await (await download).saveAs(path);
  const record = JSON.parse(readFileSync(path, "utf8")) as { deal: { shares: unknown[] } };
  expect(record.deal.shares).toHaveLength(2);
  const stranger = await enter({ lang: "en", speed: "off" });
  for (const page of [host, stranger]) {
    await page.goto(`${server.url}/record`);
    await page.locator("input[type=file]").setInputFiles(path);
    await deal(page).locator("summary").click();
    await expect(holds(page)).toContainText("Everything fits");
  }
  await expect(holds(host)).toContainText("What your device added is in it.");
  await expect(holds(stranger)).not.toContainText("your device");

  // A house that shows something else than was added is found out by the page alone.
  await friend.route("**/record", async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as { deal: { shares: { share: string }[] } };
    told.deal.shares[1]!.share = "ab".repeat(32);
    await route.fulfill({ json: told });
  });
  await friend.reload();
  await result(friend).waitFor();
  await friend.locator("dialog details.deal summary").click();
  const broken = friend.locator("dialog details.deal [role=alert]");
  await expect(broken).toContainText("この配りは確かめられません");
  await expect(broken).toContainText("Irisが加えた数が、約束したハッシュと合いません");
});

test("who closes the page before the deal does not keep the others from playing", async ({
  enter,
  server,
}) => {
  const [host, friend] = await two(enter, server);
  await host.close();
  await friend.getByRole("button", { name: "ここに座る" }).click();
  await friend.locator(".table.started").waitFor();
});

test("one person among bots adds to the deal, and a kill in between takes nothing away", async ({
  enter,
  mortal: server,
  complaints,
}) => {
  complaints.expect(KILLED);
  const page = await enter({ lang: "en", speed: "off", panel: "about" });
  await openTable(page, server.url, game, ["novice"]);
  await turn(page);
  await deal(page).locator("summary").click();
  await expect(deal(page)).toContainText("Added.");
  // A seat that promised nothing before the page came does it then.
  const table = await order(page, server.url, game, [FRIEND]);
  await page.goto(`${server.url}/t/${table}`);
  await deal(page).locator("summary").click();
  await expect(deal(page).locator("code")).toHaveCount(2);
  const [, promised] = await deal(page).locator("code").allTextContents();
  await server.kill();
  await server.start();
  await page.reload();
  await deal(page).locator("summary").click();
  await expect(deal(page).locator("code").nth(1)).toHaveText(promised!);
  const friend = await enter({ lang: "en", speed: "off" });
  await friend.goto(page.url());
  await friend.getByRole("button", { name: "Sit here" }).click();
  for (const each of [page, friend]) await each.locator(".table.started").waitFor();
  await expect(page.locator("details.deal:visible")).toHaveCount(1);
  await deal(page).locator("summary").click();
  await expect(deal(page).getByText("Added.")).toHaveCount(2);
});

test("a game from a position that somebody set up is not said to be dealt by chance alone", async ({
  enter,
  server,
}) => {
  const { dice: _, ...position } = late(game, 2, 1) as Record<string, unknown>;
  const [host, friend] = await two(enter, server, position);
  await friend.getByRole("button", { name: "ここに座る" }).click();
  for (const page of [host, friend]) await page.locator(".table.started").waitFor();
  await forward([host, friend], chance(3));
  await result(host).waitFor();
  const check = host.locator("dialog details.deal");
  await check.locator("summary").click();
  await expect(check).toContainText("What your device added is in it.");
  await expect(check).toContainText("began from a position that somebody had set up");
  await expect(check).not.toContainText("Nobody can have arranged");
});

test("who comes to a rematch adds to its deal", async ({ enter, server }) => {
  const { dice: _, ...position } = late(game, 2, 1) as Record<string, unknown>;
  const [host, friend] = await two(enter, server, position);
  await friend.getByRole("button", { name: "ここに座る" }).click();
  for (const page of [host, friend]) await page.locator(".table.started").waitFor();
  await forward([host, friend], chance(3));
  const before = host.url();
  await friend.getByRole("button", { name: "再戦" }).click();
  await host.getByRole("button", { name: "Join the rematch" }).click();
  for (const page of [host, friend]) await page.waitForURL((url) => url.href !== before);
  await host.locator(".table.started").waitFor();
  await host.locator("#tab-about").click();
  await deal(host).locator("summary").click();
  await expect(deal(host).getByText("Added.")).toHaveCount(2);
});
