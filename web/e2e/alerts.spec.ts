/** Who looks elsewhere is called. The browser's own notifications are not shown without a screen. */
import type { Page } from "@playwright/test";
import { inspect } from "./eyes";
import { early, sit, WHIM } from "./late";
import { mouse, play } from "./hand";
import { chance, turn } from "./person";
import { expect, test } from "./server";
import { games } from "./shelf";

const game = games[0]!;

/** Puts a stub in the place of notifications and of being in sight. */
async function stub(page: Page, answer: NotificationPermission): Promise<void> {
  await page.addInitScript((answer) => {
    const shown: unknown[] = [];
    let permission: NotificationPermission = "default";
    class Stub {
      static get permission() {
        return permission;
      }
      static requestPermission() {
        permission = answer;
        return Promise.resolve(permission);
      }
      constructor(title: string, { body }: NotificationOptions) {
        shown.push({ title, body });
      }
    }
    Object.assign(window, { Notification: Stub, shown, sight: "visible" });
    const sight = () => (window as unknown as { sight: string }).sight;
    Object.defineProperty(document, "visibilityState", { get: sight });
  }, answer);
}

const shown = (page: Page) => page.evaluate(() => (window as unknown as { shown: object[] }).shown);
const look = (page: Page, sight: "visible" | "hidden") =>
  page.evaluate((sight) => Object.assign(window, { sight }), sight);

async function alerts(page: Page) {
  await page.getByRole("button", { name: "Settings" }).click();
  return page.getByRole("checkbox", { name: "Notify me when I am called" });
}

test("who looks elsewhere is notified of their decision, and once", async ({ enter, server }) => {
  const page = await enter({ lang: "en", speed: "off" });
  await stub(page, "granted");
  await sit(page, server.url, game, [WHIM], { position: early(game, 2) });
  await turn(page);
  const box = await alerts(page);
  await expect(box).not.toBeChecked();
  await inspect(page, "the settings");
  await box.check();
  await expect(box).toBeChecked();
  await page.keyboard.press("Escape");
  expect(await shown(page)).toEqual([]);

  await look(page, "hidden");
  await play(page, mouse, chance(5), 1);
  await turn(page);
  await expect.poll(() => shown(page)).toHaveLength(1);
  const question = (await page.locator(".ask .asked b").first().innerText()).trim();
  expect(await shown(page)).toEqual([{ title: game.name.en, body: question }]);
});

test("a browser that does not allow it says where it can be allowed", async ({ enter, server }) => {
  const page = await enter({ lang: "en" });
  await stub(page, "denied");
  await page.goto(server.url);
  const box = await alerts(page);
  await box.click();
  await expect(page.getByText("The browser does not let this site notify you.")).toBeVisible();
  await expect(box).not.toBeChecked();
});
