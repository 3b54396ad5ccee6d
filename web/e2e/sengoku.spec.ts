/** 戦国ドミノ on screens of several sizes: the sheet and the hand are in view together. */
import type { Page } from "@playwright/test";
import { fill, sit } from "./late";
import { remember, turn } from "./person";
import { expect, test } from "./server";
import { games } from "./shelf";

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

for (const [width, height] of [
  [1366, 768],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`the hand hides no square at ${width}×${height}`, async ({ context, page, server }) => {
    await remember(context, { lang: "en", speed: "off" });
    await page.setViewportSize({ width, height });
    await sit(page, server.url, game, fill(1));
    await turn(page);
    const [first, last] = [
      await box(page, "[data-square=A1]"),
      await box(page, "[data-square=J10]"),
    ];
    const whole: Box = { ...first, bottom: last.bottom, right: last.right };
    const [hand, acting] = [".hand", ".acting"];
    for (const what of [hand, acting]) {
      const held = await box(page, what);
      expect(apart(whole, held), `${what} lies on the sheet`).toBe(true);
    }
    // All of the sheet and all of the hand are in the window, before anybody scrolls.
    const held = await box(page, hand);
    expect(whole.top).toBeGreaterThanOrEqual(0);
    expect(whole.bottom).toBeLessThanOrEqual(height);
    expect(held.bottom).toBeLessThanOrEqual(height);
    // A press on each corner reaches the square there.
    for (const square of ["A1", "J1", "A10", "J10"]) {
      const { left, right, top, bottom } = await box(page, `[data-square=${square}]`);
      const there = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x!, y!)?.getAttribute("data-square"),
        [(left + right) / 2, (top + bottom) / 2],
      );
      expect(there).toBe(square);
    }
  });
}

for (const lang of ["en", "ja"] as const) {
  test(`players' names are words at 360 px (${lang})`, async ({ context, page, server }) => {
    await remember(context, { lang, speed: "off" });
    await page.setViewportSize({ width: 360, height: 800 });
    for (const seats of [2, 4]) {
      await sit(page, server.url, game, fill(seats - 1));
      await turn(page);
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
      // No fact about a player is taller than two of its lines either.
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
  });
}
