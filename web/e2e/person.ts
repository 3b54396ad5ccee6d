/** What a person does at the page, for any game. */
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";

/** What the page remembers of a person; set before it is first opened. */
export interface Memory {
  lang?: "ja" | "en";
  /** How fast changes are shown. */
  speed?: "normal" | "fast" | "off";
  name?: string;
}

/** Gives the browser these memories on every page that opens in it. */
export async function remember(context: BrowserContext, memory: Memory): Promise<void> {
  await context.addInitScript((given) => {
    for (const [key, value] of Object.entries(given)) {
      if (localStorage.getItem(`zashiki.${key}`) === null)
        localStorage.setItem(`zashiki.${key}`, value);
    }
  }, memory);
}

/** The list of everything that may be done. */
export function choices(page: Page): Locator {
  return page.locator("button[data-action]");
}

/** The open result. */
export function result(page: Page): Locator {
  return page.locator("dialog[open] #result-title");
}

/** How many changes the table on screen has seen. */
export async function version(page: Page): Promise<number> {
  return Number(await page.locator("[data-version]").getAttribute("data-version"));
}

/** Waits until this person may choose or the game is over; says which. */
export async function turn(page: Page): Promise<"choose" | "over"> {
  await expect(choices(page).first().or(result(page))).toBeVisible({ timeout: 60_000 });
  return (await result(page).isVisible()) ? "over" : "choose";
}

/** Waits until any of the persons may choose, or the game is over for all. */
export async function whoseTurn(pages: readonly Page[]): Promise<Page | null> {
  let found: Page | null = null;
  await expect(async () => {
    const over = await Promise.all(pages.map((page) => result(page).isVisible()));
    if (over.every(Boolean)) return;
    for (const page of pages) {
      if ((await choices(page).count()) > 0) {
        found = page;
        return;
      }
    }
    throw new Error("nobody may choose yet");
  }).toPass({ timeout: 60_000, intervals: [20, 50, 100] });
  return found;
}

/** Waits until the table has moved on from a version. */
export async function moved(page: Page, from: number): Promise<void> {
  await expect.poll(() => version(page), { timeout: 60_000, intervals: [20] }).not.toBe(from);
}

/** Opens a table for the first game with a bot in the other seat, by the new-table page. */
export async function openAgainst(page: Page, url: string, bot: RegExp): Promise<void> {
  await page.goto(`${url}/`);
  await page
    .getByRole("link", { name: /Open a table for friends|友だちと遊ぶ卓を立てる/ })
    .first()
    .click();
  const other = page.locator("fieldset.seat").nth(1);
  await other.getByRole("radio", { name: bot }).check();
  await page.getByRole("button", { name: /Open the table|卓を立てる/ }).click();
  await page.waitForURL(/\/t\//);
}

/** A small repeatable source of chance, so that a failing game can be played again. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
