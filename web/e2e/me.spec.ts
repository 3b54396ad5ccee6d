/** Who somebody is: set once, taken to another browser, and forgotten. */
import { fits, inspect, touchable } from "./eyes";
import { expect, test } from "./server";

/** The narrow phone, the tablet and the desks the room is looked at in. */
const SIZES = [
  [360, 800],
  [768, 1024],
  [1366, 768],
  [1440, 900],
] as const;

test("a person sets a crest, takes it to another browser, and is forgotten", async ({
  enter,
  server,
}, testInfo) => {
  const page = await enter({ lang: "en", name: "Ayame" });
  await page.goto(server.url);
  await page.getByRole("link", { name: "Ayame" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ayame");
  await inspect(page, "a profile that nobody has set");
  // By keys alone.
  await page.getByRole("radio", { name: "Fan" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("radio", { name: "Indigo" }).press("Space");
  await page.getByRole("checkbox").press("Space");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("status").first()).toHaveText("Saved.");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Moon" })).toBeChecked();
  await expect(page.getByRole("checkbox")).toBeChecked();

  await page.getByRole("button", { name: "Make a recovery code" }).click();
  const code = (await page.locator(".code").textContent())!;
  await expect(page.getByRole("img", { name: /recovery code/ })).toBeVisible();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await fits(page, `the profile at ${width}`);
    await touchable(page, `the profile at ${width}`);
    await page.screenshot({ path: testInfo.outputPath(`me-en-${width}.png`), fullPage: true });
  }
  await inspect(page, "a profile with a code");

  const phone = await enter({ lang: "ja" }, { colorScheme: "dark", locale: "ja" });
  await phone.goto(`${server.url}/me#${code}`);
  await expect(phone).toHaveURL(`${server.url}/me`);
  await phone.getByRole("button", { name: "確かめる" }).click();
  await expect(phone.getByText("Ayameさんのコードです。")).toBeVisible();
  await inspect(phone, "what comes of a code");
  await phone.getByRole("button", { name: "この人としてここで遊ぶ" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Ayame");
  await expect(phone.locator(".line", { hasText: "ほかのブラウザ" })).toHaveCount(1);
  for (const [width, height] of SIZES) {
    await phone.setViewportSize({ width, height });
    await fits(phone, `the profile at ${width}`);
    await phone.screenshot({ path: testInfo.outputPath(`me-ja-${width}.png`), fullPage: true });
  }
  await phone.goto(`${server.url}/ratings/kokyu`);
  await expect(phone.getByText("レーティングのある人はまだいません。")).toBeVisible();
  await inspect(phone, "ratings that nobody has");

  await page.reload();
  await page.getByRole("button", { name: "Forget me…" }).click();
  await page.getByRole("button", { name: "Forget all of it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your profile");
  await phone.goto(`${server.url}/me`);
  await expect(phone.getByRole("radio", { name: "月" })).not.toBeChecked();
});
