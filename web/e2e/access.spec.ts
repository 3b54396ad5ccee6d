/** For everybody: with any eyes, hands and screen. */
import type { Locator, Page } from "@playwright/test";
import { choices, turn } from "./person";
import { fits, inspect } from "./eyes";
import { WHIM, fill, late, sit } from "./late";
import { expect, test, type Enter } from "./server";
import { games } from "./shelf";

/** Words and colours are apart: each state is looked at once, in one language and one scheme. */
const LIGHT = { lang: "ja", colorScheme: "light" } as const;
const DARK = { lang: "en", colorScheme: "dark" } as const;

async function look(enter: Enter, { lang, colorScheme }: typeof LIGHT | typeof DARK) {
  return await enter({ lang }, { locale: lang, colorScheme, reducedMotion: "reduce" });
}

for (const half of [LIGHT, DARK]) {
  test(`the rooms pass axe in ${half.lang}, ${half.colorScheme}`, async ({ enter, server }) => {
    const page = await look(enter, half);
    await page.goto(server.url);
    await page.locator(".mat").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(half.lang);
    await inspect(page, "home");
    const game = games[0]!;
    await page.goto(`${server.url}/rules/${game.id}`);
    await page.locator("[data-rule]").first().waitFor();
    await inspect(page, "rules");
    await page.goto(`${server.url}/new/${game.id}`);
    await page.locator("form").waitFor();
    await inspect(page, "new table", "main");
    await page.locator("form button[type=submit]").click();
    await page.locator(".waiting").waitFor();
    await inspect(page, "waiting for a friend", "main");
    await page.goto(`${server.url}/nowhere`);
    await inspect(page, "lost", "main");
  });
}

for (const [place, game] of games.entries()) {
  const [first, second] = place % 2 === 0 ? [LIGHT, DARK] : [DARK, LIGHT];
  const others = fill(game.seats[1] - 1);

  test(`${game.id} passes axe in ${first.colorScheme}`, async ({ enter, server }) => {
    const page = await look(enter, first);
    await sit(page, server.url, game, others);
    await turn(page);
    await inspect(page, "the table");
    // What is the same at every table is looked at once.
    if (place > 0) return;
    await page.locator("#tab-about").click();
    await inspect(page, "what there is to know of the table", ".side");
    await page.locator(".about button").click();
    await page.locator("dialog[open] [data-rule]").first().waitFor();
    await inspect(page, "rules drawer", "dialog[open]");
  });

  test(`${game.id} passes axe late, in ${second.colorScheme}`, async ({ enter, server }) => {
    const page = await look(enter, second);
    await sit(page, server.url, game, others, { position: late(game, game.seats[1], 5) });
    await turn(page);
    await inspect(page, "the table late in the game");
  });
}

const WIDTHS = [360, 768, 1440];

test("the rooms fit every width", async ({ enter, server }) => {
  const page = await enter({ lang: "en", speed: "off" });
  const rooms: [string, string][] = [
    ["", ".mat"],
    ...games.map((game): [string, string] => [`new/${game.id}`, "form"]),
    ...games.map((game): [string, string] => [`rules/${game.id}`, "[data-rule]"]),
  ];
  for (const [room, sight] of rooms) {
    await page.goto(`${server.url}/${room}`);
    await page.locator(sight).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page, `/${room} at ${width} px`);
    }
  }
});

test("the language changes at once and is remembered", async ({ enter, server }) => {
  const page = await enter({}, { locale: "ja-JP" });
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("どうぞ、お上がりください");
  await sit(page, server.url, games[0]!, [WHIM]);
  await turn(page);
  const before = await choices(page).first().innerText();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "What you can do" })).toBeVisible();
  // The words of the choices come from the server.
  await expect.poll(() => choices(page).first().innerText()).not.toBe(before);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.reload();
  await expect(page.getByRole("heading", { name: "What you can do" })).toBeVisible();
});

/** How far a tip stands from what it explains; 0 where it covers it. */
async function gap(chip: Locator, tip: Locator): Promise<number> {
  const [one, other] = [(await chip.boundingBox())!, (await tip.boundingBox())!];
  const across = Math.max(one.x - other.x - other.width, other.x - one.x - one.width);
  const along = Math.max(one.y - other.y - other.height, other.y - one.y - one.height);
  return Math.max(0, across, along);
}

async function beside(chip: Locator, tip: Locator): Promise<void> {
  await expect.poll(() => gap(chip, tip)).toBeGreaterThan(0);
  await expect.poll(() => gap(chip, tip)).toBeLessThan(16);
}

/** What stands above the table grows, so that everything below it moves down. */
async function shift(page: Page, chip: Locator): Promise<void> {
  const before = (await chip.boundingBox())!.y;
  await page
    .locator("header")
    .first()
    .evaluate((header) => {
      header.style.marginBottom = "200px";
    });
  await expect.poll(async () => (await chip.boundingBox())!.y).toBeGreaterThan(before + 100);
}

test("a rule is explained beside the focus, wherever that goes, and opens in the drawer", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off" });
  await sit(page, server.url, games[0]!, [WHIM]);
  await turn(page);
  const chip = page.locator(".bar .asked .rule-id");
  const tip = page.getByRole("tooltip");
  const id = await chip.innerText();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(chip).toBeFocused({ timeout: 50 });
  }).toPass();
  await expect(tip).toContainText(id);
  await beside(chip, tip);
  await shift(page, chip);
  await beside(chip, tip);
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.locator(`dialog[open] [data-rule="${id}"]`)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(chip).toBeFocused();
});

test("a tip opens for a pointer that comes to rest, and closes when that is left or pressed", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off" });
  await page.clock.install();
  await sit(page, server.url, games[0]!, [WHIM]);
  await turn(page);
  const chip = page.locator(".bar .asked .rule-id");
  const tip = page.getByRole("tooltip");
  const point = async () => {
    const { x, y, width, height } = (await chip.boundingBox())!;
    await page.mouse.move(x + width / 2 - 3, y + height / 2);
    await page.mouse.move(x + width / 2, y + height / 2);
  };
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await point();
  await page.clock.runFor(250);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(100);
  await beside(chip, tip);
  // The chip goes away from under the pointer, and nobody asks about it any more.
  await shift(page, chip);
  await expect(tip).toHaveCount(0);
  await point();
  await page.clock.runFor(350);
  await beside(chip, tip);
  // A press has an answer of its own: the tip gives way to it.
  await page.mouse.down();
  await expect(tip).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator("dialog[open]")).toBeVisible();
});
