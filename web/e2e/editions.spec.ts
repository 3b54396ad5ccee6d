/** Tests of editions: an owner enters what the box contains, and plays with it. */
import { fits, inspect, touchable } from "./perception";
import { expect, test } from "./server";

const SIZES = [
  [360, 800],
  [1440, 900],
] as const;

test("an owner enters a card, sees its picture change, and opens a table with it", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", name: "Ayame", speed: "off" });
  await page.goto(`${server.url}/rules/kokyu`);
  await page.getByRole("link", { name: /About this edition/ }).click();
  await expect(page).toHaveURL(`${server.url}/edition/kokyu`);
  const status = page.locator(".bar [role=status]");
  await expect(status).toHaveText("Same as the built-in components");

  const card = page.locator("#group-card details").nth(3);
  await card.locator("summary").press("Enter");
  const picture = card.locator(".picture use");
  await expect(picture).toHaveAttribute("href", "#kq-advance");
  await card.getByLabel("icon").selectOption({ label: "Plot" });
  await expect(picture).toHaveAttribute("href", "#kq-draw");
  await expect(card.getByLabel("source")).toHaveValue("box");
  await expect(status).toContainText("1 difference");

  // A fault is shown at its field until it is corrected.
  const tea = page.locator("#group-bedroom").getByLabel(/tea square/);
  await tea.fill("12");
  await expect(tea).toHaveAttribute("aria-invalid", "true");
  await expect(status).toContainText("1 entry needs correction");
  await inspect(page, "a fault in an edition", "main");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tea).toHaveValue("6");
  await expect(status).toContainText("Stored on this device");
  await page.reload();
  await expect(status).toContainText("1 difference");

  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await fits(page, `an edition at ${width}`);
    await touchable(page, `an edition at ${width}`);
  }
  await inspect(page, "an edition", "main");
  await page.getByRole("button", { name: "日本語" }).click();
  await inspect(page, "an edition in Japanese", "main");
  await page.getByRole("button", { name: "English" }).click();

  await page.getByRole("link", { name: "Open a table with it" }).click();
  await page.getByRole("radio", { name: /My edition/ }).check();
  await page
    .getByRole("radio", { name: /Novice/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Open the table" }).click();
  // The waiting room has this mark too, and makes way for the table.
  await page.locator(".table.started").waitFor();
  const mark = page.getByRole("button", { name: "Another edition: 1 difference" });
  await mark.click();
  const dialog = page.getByRole("dialog", { name: "What differs" });
  await expect(dialog).toContainText("Forbidden City card 4, icon: Plot (reconstructed: Advance)");
  await inspect(page, "the differences of a table", "dialog[open]");
  await dialog.getByRole("button", { name: "Close" }).click();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await fits(page, `a table with an edition at ${width}`);
    await expect(mark).toBeVisible();
  }
});

test("a link to an edition shows what differs before it is kept", async ({ enter, server }) => {
  const page = await enter({ lang: "en" });
  await page.goto(`${server.url}/edition/sengoku`);
  const hand = page.locator("#group-hand").getByLabel("tiles");
  await hand.fill("6");
  await expect(page.locator(".bar [role=status]")).toContainText("1 difference");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const friend = await enter({ lang: "en" });
  await friend.goto(link);
  const offer = friend.getByRole("region", { name: "This link contains an edition." });
  await expect(offer).toContainText("hand, tiles: 6 (the rulebook: 5)");
  const theirs = friend.locator("#group-hand").getByLabel("tiles");
  await expect(theirs).toHaveValue("5");
  await offer.getByRole("button", { name: "Keep it" }).click();
  await expect(theirs).toHaveValue("6");
  await expect(friend).toHaveURL(`${server.url}/edition/sengoku`);
});
