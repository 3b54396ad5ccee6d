/** Nothing shifts at a table, whatever happens there: only pieces fly, and those by transforms. */
import { expect, type Page } from "@playwright/test";
import { LIT } from "./autoPlay";
import { takeShifts } from "./probes";

/** Waits until the table is put together: what comes meanwhile has not been there before. */
export async function settle(page: Page): Promise<void> {
  await page.locator(LIT).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await takeShifts(page);
}

/** Nothing has shifted since the table was put together, or since this was last asked. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const moved = (await takeShifts(page)).flatMap(({ moved }) => moved);
  expect(moved, what).toEqual([]);
}
