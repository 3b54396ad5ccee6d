/** Tests of a user's identity: it is set once, moved to another browser, and deleted. */
import type { CDPSession, Page } from "@playwright/test";
import { fits, inspect, touchable } from "./perception";
import { expect, test } from "./server";
import { PAGE_SIZES } from "./viewports";

test("a user sets a crest, takes it to another browser, and is deleted", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", name: "Ayame" });
  await page.goto(server.url);
  await page.getByRole("link", { name: "Ayame" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ayame");
  await inspect(page, "a profile that nobody has set");
  // The crest and the colour are chosen by keys alone.
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
  for (const [width, height] of PAGE_SIZES) {
    await page.setViewportSize({ width, height });
    await fits(page, `the profile at ${width}`);
    await touchable(page, `the profile at ${width}`);
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
  for (const [width, height] of PAGE_SIZES) {
    await phone.setViewportSize({ width, height });
    await fits(phone, `the profile at ${width}`);
  }
  await phone.goto(`${server.url}/ratings/kokyu`);
  // Bots have ratings from matches between bots; no person has one.
  await expect(phone.getByRole("table").first()).toBeVisible();
  await expect(phone.getByRole("rowheader", { name: /Ayame/ })).toHaveCount(0);
  await inspect(phone, "ratings that bots have");

  await page.reload();
  await page.getByRole("button", { name: "Forget me…" }).click();
  await page.getByRole("button", { name: "Forget all of it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your profile");
  await phone.goto(`${server.url}/me`);
  await expect(phone.getByRole("radio", { name: "月" })).not.toBeChecked();
});

/** Adds a virtual authenticator to the browser, such as the fingerprint reader of a phone. */
async function deviceOf(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

test("a passkey signs a user in on another browser", async ({ enter, server }) => {
  // Browsers support passkeys only for host names, not for numeric addresses.
  const house = server.url.replace("127.0.0.1", "localhost");
  const page = await enter({ lang: "en", name: "Ayame" });
  await page.goto(`${server.url}/me`);
  await expect(page.getByRole("button", { name: "Make a recovery code" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a passkey" })).toHaveCount(0);
  await page.goto(`${house}/me`);
  await page.getByRole("textbox", { name: "Your name" }).fill("Ayame");
  await page.getByRole("radio", { name: "Plum blossom" }).press("Space");
  await page.getByRole("button", { name: "Save" }).click();
  const ring = await deviceOf(page);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByText("The passkey is registered.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove the passkey/ })).toHaveCount(1);
  // The device has a passkey already, and creates no other.
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("button", { name: "Make a passkey" })).toBeEnabled();
  await expect(page.getByRole("button", { name: /^Remove the passkey/ })).toHaveCount(1);
  await inspect(page, "a profile with a passkey");

  const phone = await enter({ lang: "ja" }, { colorScheme: "dark", locale: "ja" });
  await phone.goto(`${house}/me`);
  const shared = await deviceOf(phone);
  const { credentials } = await ring.session.send("WebAuthn.getCredentials", {
    authenticatorId: ring.authenticatorId,
  });
  await shared.session.send("WebAuthn.addCredential", {
    authenticatorId: shared.authenticatorId,
    credential: credentials[0]!,
  });
  await phone.getByRole("button", { name: "パスキーを持っている" }).click();
  await expect(phone.getByText("Ayameさんのパスキーです。")).toBeVisible();
  await inspect(phone, "what comes of a passkey");
  for (const [width, height] of PAGE_SIZES) {
    await phone.setViewportSize({ width, height });
    await fits(phone, `the passkey at ${width}`);
    await touchable(phone, `the passkey at ${width}`);
  }
  await phone.getByRole("button", { name: "この人としてここで遊ぶ" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Ayame");
  await expect(phone.getByRole("radio", { name: "梅" })).toBeChecked();

  // The user's crest is shown at a table too.
  const table = await phone.evaluate(async () => {
    const seats = [{ kind: "me" }, { kind: "bot", bot: "greedy" }];
    const body = JSON.stringify({ game: "kokyu", seats });
    const headers = { "content-type": "application/json" };
    const opened = await fetch("/api/tables", { method: "POST", headers, body });
    return ((await opened.json()) as { table: string }).table;
  });
  await phone.goto(`${house}/t/${table}`);
  await expect(phone.locator(".players li").first().locator("svg.crest")).toBeVisible();
});
