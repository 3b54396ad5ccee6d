/** Tests of the board of HOSTILE with real mouse and touch input at coordinates of the window. */
import type { Locator, Page } from "@playwright/test";
import { fill, midway, sit } from "./tables";
import { choices, painted, turn } from "./person";
import { expect, test } from "./server";
import { SIZES } from "./viewports";

const HOSTILE = { id: "hostile" };

/** The centre of the element to press, after the element has been scrolled into view. */
async function middle(of: Locator): Promise<{ x: number; y: number }> {
  await of.scrollIntoViewIfNeeded();
  const box = (await of.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Presses an element with the mouse as a person does: the pointer arrives, rests, is pressed and
 * released.
 */
async function press(page: Page, of: Locator): Promise<void> {
  const { x, y } = await middle(of);
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.down();
  await page.mouse.up();
}

/** Taps an element with a finger, which does not hover first. */
async function tap(page: Page, of: Locator): Promise<void> {
  const { x, y } = await middle(of);
  await page.touchscreen.tap(x, y);
}

/** Chooses skills from the list until the players draft tiles. */
async function toTheTileDraft(page: Page): Promise<void> {
  const drafts = page.locator('.choices button[data-action^="draft "]');
  await expect(async () => {
    await turn(page);
    if ((await drafts.count()) > 0) return;
    await choices(page).first().click();
    throw new Error("not yet the tile draft");
  }).toPass({ timeout: 60_000 });
}

test("hostile: the first press on the board counts after a tile is selected, by mouse and by touch", async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off", name: "Anna" }, { hasTouch: true });
  await sit(page, server.url, HOSTILE, fill(1));
  await toTheTileDraft(page);
  // Gem tiles are used on their own square; floor tiles are placed on any highlighted square.
  const kinds = ["slide", "diagonal", "spring", "ice", "stop", "box", "corner", "para"];
  const floor = page.locator(kinds.map((kind) => `[data-anchor="line-${kind}"].lit`).join());
  await expect(floor.first()).toBeVisible();
  for (const [round, hit] of [press, tap, press, tap].entries()) {
    await hit(page, floor.nth(round % (await floor.count())));
    const lit = page.locator(".grid button.square.lit");
    const square = lit.nth((round * 13) % (await lit.count()));
    const name = (await square.getAttribute("data-square"))!;
    await hit(page, square);
    await expect(page.locator(`[data-square="${name}"]`)).toHaveClass(/\baimed\b/);
    await page.keyboard.press("Escape");
    await expect(page.locator(".square.aimed")).toHaveCount(0);
  }

  // On a tablet in portrait the opponent is named beside the line.
  await page.setViewportSize({ width: 768, height: 1024 });
  const name = page.locator(".others .tray .words b");
  await expect(name).toBeVisible();
  await expect(name).not.toBeEmpty();
  expect(await name.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
});

test("hostile: a gem lies within its own square, also beside a tile", async ({ enter, server }) => {
  const page = await enter({ lang: "en", speed: "off", name: "Anna" });
  await sit(page, server.url, HOSTILE, fill(1), { position: midway(HOSTILE, 2) });
  await turn(page);
  await expect(page.locator(".gem.beside").first()).toBeAttached();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await painted(page);
    const outside = await page.locator(".square:has(.gem)").evaluateAll((squares) =>
      squares.flatMap((square) => {
        const own = square.getBoundingClientRect();
        return [...square.querySelectorAll(".gem svg, .gem b")].flatMap((drawn) => {
          const { left, right, top, bottom } = drawn.getBoundingClientRect();
          const inside =
            left >= own.left && right <= own.right && top >= own.top && bottom <= own.bottom;
          return inside ? [] : [square.getAttribute("data-square")];
        });
      }),
    );
    expect(outside, `${width}×${height}`).toEqual([]);
  }
});
