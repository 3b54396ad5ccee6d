/** Tests of accessibility: contrast, labels, use by keyboard, and windows of every width. */
import type { Locator, Page } from "@playwright/test";
import { ja } from "../src/lib/i18n/messages/front/ja";
import { choices, turn, walk } from "./person";
import { fits, inspect } from "./perception";
import { WHIM, sit } from "./tables";
import { expect, test } from "./server";
import { games } from "./games";

const WIDTHS = [360, 768, 1440];

test("all pages pass axe and fit every width, in both languages and schemes", async ({
  enter,
  server,
}) => {
  // Text and colours are independent: each page is tested in Japanese and light, and in English
  // and dark.
  const page = await enter({ speed: "off" }, { locale: "ja-JP" });
  const schemes = { ja: "light", en: "dark" } as const;
  const look = async (room: string, within?: string) => {
    for (const [lang, colorScheme] of Object.entries(schemes)) {
      await page.getByRole("button", { name: lang === "ja" ? "日本語" : "English" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await page.emulateMedia({ colorScheme });
      await inspect(page, `${room} in ${lang}`, within);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page, `${room} at ${width} px`);
      }
    }
  };
  await page.goto(server.url);
  await page.locator(".mat").first().waitFor();
  // The browser's own language is the default, and the user's choice is stored.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ja.page.heroTitle);
  await look("home");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const game = games[0]!;
  await walk(page, server.url, `/rules/${game.id}`);
  await page.locator("[data-rule]").first().waitFor();
  await look("rules", "main");
  await walk(page, server.url, `/new/${game.id}`);
  await page.locator("form").waitFor();
  await look("new table", "main");
  await page.locator("form button[type=submit]").click();
  await page.locator(".waiting").waitFor();
  await look("waiting for a friend", "main");
  await walk(page, server.url, "/nowhere");
  await look("lost", "main");
  await sit(page, server.url, game, [WHIM]);
  await turn(page);
  await page.setViewportSize({ width: 1280, height: 860 });
  // The texts of the options come from the server.
  const [first, before] = [choices(page).first(), await choices(page).first().innerText()];
  await page.getByRole("button", { name: "日本語" }).click();
  await expect.poll(() => first.innerText()).not.toBe(before);
  // The parts of the page that are the same for every game.
  await page.locator("#tab-about").click();
  await inspect(page, "what there is to know of the table", ".side");
  await page.locator(".about").getByRole("button", { name: "ルール" }).click();
  await page.locator("dialog[open] [data-rule]").first().waitFor();
  await inspect(page, "rules drawer", "dialog[open]");
  await page.keyboard.press("Escape");
});

test("the pages of each game fit every width", async ({ enter, server }) => {
  const page = await enter({ lang: "en", speed: "off" });
  await page.goto(server.url);
  const rooms = games.slice(1).flatMap(({ id }): [string, string][] => [
    [`/new/${id}`, "form"],
    [`/rules/${id}`, "[data-rule]"],
    [`/edition/${id}`, "section.group"],
  ]);
  for (const [room, sight] of rooms) {
    await walk(page, server.url, room);
    await page.locator(sight).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page, `${room} at ${width} px`);
    }
  }
});

/**
 * The distance between a tooltip and its anchor in CSS pixels; 0 if the tooltip covers the anchor.
 */
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

/** Lets an element above the table grow, which moves everything below it down. */
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

test("the tooltip of a rule follows the focus or the pointer, and the rule opens in the drawer", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off" });
  await sit(page, server.url, games[0]!, [WHIM]);
  await turn(page);
  const chip = page.locator(".bar .asked .rule-id");
  const tip = page.getByRole("tooltip");
  const [id = ""] = /[A-Z]-\d+/.exec(await chip.innerText()) ?? [];
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
  await page.keyboard.press("Shift+Tab");
  // The same for a pointer that rests on the button; pressing the button has its own effect.
  await page.mouse.move(1, 1);
  await chip.hover();
  await expect(tip).toContainText(id);
  await beside(chip, tip);
  // The button moves away from under the pointer, and the tooltip closes.
  await page
    .locator("header")
    .first()
    .evaluate((header) => (header.style.marginBottom = "0"));
  await expect(tip).toHaveCount(0);
  await page.mouse.move(1, 1);
  await chip.hover();
  await beside(chip, tip);
  await page.mouse.down();
  await expect(tip).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator("dialog[open]")).toBeVisible();
});
