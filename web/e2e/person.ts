/** The actions of a user on the page, for tests of any game. */
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { games } from "./games";

/** The ids of all games: with these stored as known to the user, no introduction is shown. */
const EVERYBODY = [...games.map(({ id }) => id), "made-up"].join(" ");

/** Data that the page stores in the browser; tests set it before they first open the page. */
export interface Memory {
  lang?: "ja" | "en";
  /** The animation speed. */
  speed?: "normal" | "fast" | "off";
  name?: string;
  /**
   * The ids of games whose introduction was shown, separated by blanks; all of them unless a test
   * sets this.
   */
  met?: string;
  /** The open panel beside the board: the list of actions, unless a test sets another. */
  panel?: "log" | "choices" | "about" | "closed";
}

/** Stores this data before each page of the browser context runs its scripts. */
export async function remember(context: BrowserContext, memory: Memory): Promise<void> {
  await context.addInitScript(
    (given) => {
      // An empty page has no local storage.
      if (!location.protocol.startsWith("http")) return;
      for (const [key, value] of Object.entries(given)) {
        if (localStorage.getItem(`zashiki.${key}`) === null)
          localStorage.setItem(`zashiki.${key}`, value);
      }
    },
    { panel: "choices", met: EVERYBODY, ...memory },
  );
}

/**
 * Goes to a path of the page. A page that is already open navigates without loading again, as by a
 * link: loading takes a second of processor time.
 */
export async function walk(page: Page, url: string, place: string): Promise<void> {
  if (!page.url().startsWith(url)) {
    await page.goto(url + place);
    return;
  }
  await page.evaluate((place) => {
    history.pushState(null, "", place);
    dispatchEvent(new PopStateEvent("popstate"));
  }, place);
  // Waits until the former page is no longer shown.
  await painted(page);
}

/** The buttons of all legal actions in the list. */
export function choices(page: Page): Locator {
  return page.locator(".choices button[data-action]");
}

/** Opens the list of actions if a small window or another tab hides it. */
export const openList = (page: Page): Promise<void> => openTab(page, "choices");

/** Opens the log of the game. */
export const openLog = (page: Page): Promise<void> => openTab(page, "log");

async function openTab(page: Page, name: "choices" | "log"): Promise<void> {
  const tab = page.locator(`#tab-${name}`);
  if (!(await tab.isVisible())) await page.locator(".bar .more").click();
  await tab.click();
  // The content of the tab loads when it is first opened.
  await expect(page.locator(`#${name}-title`)).toBeVisible();
}

/** The field in which a user types a text to filter a long list of actions. */
export function filter(page: Page): Locator {
  return page.locator(".choices input[type=search]");
}

/** The heading of the open dialog that shows the result. */
export function result(page: Page): Locator {
  return page.locator("dialog[open] #result-title");
}

/** Waits until the browser has laid out and painted the last change. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** The version number of the displayed table, which grows with every change. */
export async function version(page: Page): Promise<number> {
  return Number(await page.locator(".table[data-version]").getAttribute("data-version"));
}

/** The table element; it matches only while the user may decide. */
export function mayChoose(page: Page): Locator {
  return page.locator('[data-choices]:not([data-choices="0"])');
}

/** Waits until the user may decide or the game is over; returns which of the two it is. */
export async function turn(page: Page): Promise<"choose" | "over"> {
  await expect(mayChoose(page).or(result(page))).toBeVisible({ timeout: 60_000 });
  return (await result(page).isVisible()) ? "over" : "choose";
}

/**
 * Waits until one of the users may decide, and returns that user's page; null if the game is over
 * for all.
 */
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

/** Waits until the table's version is not `from` any more. */
export async function moved(page: Page, from: number): Promise<void> {
  await expect.poll(() => version(page), { timeout: 60_000, intervals: [20] }).not.toBe(from);
}

/** The kinds of players for the other seats, each by its text on the new-table page. */
export const COMPANY = {
  friend: /^(For a friend|友だちの席)/,
  novice: /(^|· )Novice|(^|・)入門/,
  beginner: /(^|· )Beginner|(^|・)初級/,
} as const;

/** Opens a table through the new-table page: the user has the first seat, the others follow. */
export async function openTable(
  page: Page,
  url: string,
  game: Pick<GameInfo, "id" | "seats">,
  others: readonly (keyof typeof COMPANY)[],
): Promise<void> {
  await page.goto(`${url}/new/${game.id}`);
  await fillTable(page, game, others);
}

/** Opens a table on the new-table page that is shown. */
export async function fillTable(
  page: Page,
  game: Pick<GameInfo, "id" | "seats">,
  others: readonly (keyof typeof COMPANY)[],
): Promise<void> {
  if (game.seats[0] !== game.seats[1]) {
    const count = page.getByRole("radio", { name: String(others.length + 1), exact: true });
    await count.check();
  }
  await page.locator(".seats-fold > summary").click();
  for (const [index, other] of others.entries()) {
    const seat = page.locator("fieldset.seat").nth(index + 1);
    await seat.getByRole("radio", { name: COMPANY[other] }).check();
  }
  await page.getByRole("button", { name: /Open the table|卓を立てる/ }).click();
  await page.waitForURL(/\/t\//);
}

/** A list with `company`, the same kind of player, `count` times. */
export function times<Company extends keyof typeof COMPANY>(
  count: number,
  company: Company,
): Company[] {
  return Array<Company>(count).fill(company);
}

/**
 * A small seeded random generator; its function returns an integer from 0 up to `below`, exclusive.
 * A failing game can be repeated with the same seed.
 */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
