/**
 * Tests of the board of 戦国ドミノ on screens of several sizes: the sheet and the hand are in view
 * together.
 */
import type { Page } from "@playwright/test";
import { fill, late, sit } from "./tables";
import { painted, remember, turn } from "./person";
import { expect, test } from "./server";
import { games } from "./games";

const game = games.find(({ id }) => id === "sengoku")!;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const box = (page: Page, what: string): Promise<Box> =>
  page
    .locator(what)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    });

const apart = (a: Box, b: Box) =>
  a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left;

test("sengoku: the hand hides no square, and players' names are words on a phone", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await sit(page, server.url, game, fill(1));
  await turn(page);
  for (const [width, height] of [
    [1366, 768],
    [768, 1024],
    [1440, 900],
  ] as const)
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height });
      await painted(page);
      const [first, last] = [
        await box(page, "[data-square=A1]"),
        await box(page, "[data-square=J10]"),
      ];
      const whole: Box = { ...first, bottom: last.bottom, right: last.right };
      const held = await box(page, ".hand");
      for (const [what, place] of [
        ["hand", held] as const,
        ["acts", await box(page, ".acting")] as const,
      ])
        expect(apart(whole, place), `the ${what} lies on the sheet`).toBe(true);
      // The whole sheet and the whole hand are in the window without scrolling.
      expect(whole.top).toBeGreaterThanOrEqual(0);
      expect(whole.bottom).toBeLessThanOrEqual(height);
      expect(held.bottom).toBeLessThanOrEqual(height);
      // The browser finds each corner square at its centre, so a press there reaches it.
      for (const square of ["A1", "J1", "A10", "J10"]) {
        const { left, right, top, bottom } = await box(page, `[data-square=${square}]`);
        const there = await page.evaluate(
          ([x, y]) => document.elementFromPoint(x!, y!)?.getAttribute("data-square"),
          [(left + right) / 2, (top + bottom) / 2],
        );
        expect(there).toBe(square);
      }
    });

  for (const seats of [2, 4]) {
    if (seats > 2) await sit(page, server.url, game, fill(seats - 1));
    await turn(page);
    for (const lang of ["日本語", "English"]) {
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.getByRole("button", { name: lang }).click();
      await page.setViewportSize({ width: 360, height: 800 });
      await painted(page);
      const names = await page.locator("[data-seat] .name").evaluateAll((all) =>
        all.map((name) => {
          const range = document.createRange();
          range.selectNodeContents(name);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          return { width: name.getBoundingClientRect().width, lines: lines.size };
        }),
      );
      expect(names).toHaveLength(seats);
      for (const { width, lines } of names) {
        expect(width).toBeGreaterThanOrEqual(seats === 2 ? 80 : 40);
        expect(lines).toBe(1);
      }
      // No fact about a player is taller than two lines of its text.
      const facts = await page
        .locator("[data-seat] .facts > span:not(.unseen)")
        .evaluateAll((all) =>
          all.map(
            (each) =>
              each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize),
          ),
        );
      for (const lines of facts) expect(lines).toBeLessThan(3.2);
      const strip = await box(page, "section[aria-label] ul");
      expect(strip.bottom - strip.top).toBeLessThan(64);
    }
  }
});

test("sengoku: a phone enlarges the battlefield until the selected place is confirmed", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.setViewportSize({ width: 360, height: 664 });
  // The tile to place in this position lies far from the corner at which the map begins.
  await sit(page, server.url, game, fill(1), { position: late(game, 2, 3) });
  await turn(page);
  const lit = page.locator(".square.lit");
  await expect(lit.first()).toBeVisible();
  const small = await box(page, ".square.lit");
  await lit.first().click();
  await expect(page.locator(".ghost")).toBeVisible();
  const map = await box(page, ".map");
  for (const square of await lit.all()) {
    const { left, right, top, bottom } = await square.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    // WCAG 2.5.8 asks for 24 px.
    expect(right - left).toBeGreaterThanOrEqual(24);
    expect(right - left).toBeGreaterThan(1.5 * (small.right - small.left));
    expect(left).toBeGreaterThanOrEqual(map.left);
    expect(right).toBeLessThanOrEqual(map.right);
    expect(top).toBeGreaterThanOrEqual(map.top);
    expect(bottom).toBeLessThanOrEqual(map.bottom);
  }
  // Another place can be selected before the first one counts, although its square only rests.
  const other = (await lit.last().getAttribute("data-square"))!;
  await lit.last().click({ force: true });
  await expect(page.locator(`.square.held[data-square="${other}"]`)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".ghost")).toHaveCount(0);
  expect(await box(page, ".square.lit")).toEqual(small);
});
