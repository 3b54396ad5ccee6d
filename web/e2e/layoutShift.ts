/** Checks that the layout of a table is stable: only pieces move, and only by CSS transforms. */
import { expect, type Page } from "@playwright/test";
import { LIT } from "./autoPlay";
import { takeShifts } from "./probes";

/** Waits until the table has loaded: before that, new elements are expected. */
export async function settle(page: Page): Promise<void> {
  await page.locator(LIT).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await takeShifts(page);
}

/** Checks that no element has moved abruptly since the table loaded, or since the last check. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const moved = (await takeShifts(page)).flatMap(({ moved }) => moved);
  expect(moved, what).toEqual([]);
}
