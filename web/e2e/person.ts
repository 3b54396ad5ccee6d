/** What a person does at the page, for any game. */
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/table";
import { games } from "./games";

/** Every game: who knows them all is introduced to none. */
const EVERYBODY = [...games.map(({ id }) => id), "made-up"].join(" ");

/** What the page remembers of a person; set before it is first opened. */
export interface Memory {
  lang?: "ja" | "en";
  /** How fast changes are shown. */
  speed?: "normal" | "fast" | "off";
  name?: string;
  /** The games they were introduced to, with blanks between; all of them unless a test says. */
  met?: string;
  /** What is open beside the board: the list of choices, unless a test says otherwise. */
  panel?: "log" | "choices" | "about" | "closed";
}

/** Gives the browser these memories on every page that opens in it. */
export async function remember(context: BrowserContext, memory: Memory): Promise<void> {
  await context.addInitScript(
    (given) => {
      // An empty page remembers nothing.
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
 * Goes to a place of the page. Where the page is open it goes there by itself, as by a link: to load
 * it again takes a second of the processor's time.
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
  // What was there before is gone.
  await painted(page);
}

/** The list of everything that may be done. */
export function choices(page: Page): Locator {
  return page.locator(".choices button[data-action]");
}

/** Brings the list of choices to light, where a small window or another tab hides it. */
export const openList = (page: Page): Promise<void> => openTab(page, "choices");

/** Brings the log to light. */
export const openLog = (page: Page): Promise<void> => openTab(page, "log");

async function openTab(page: Page, name: "choices" | "log"): Promise<void> {
  const tab = page.locator(`#tab-${name}`);
  if (!(await tab.isVisible())) await page.locator(".bar .more").click();
  await tab.click();
  // What is under the tab comes when it is first opened.
  await expect(page.locator(`#${name}-title`)).toBeVisible();
}

/** What to type to narrow a long list of choices. */
export function filter(page: Page): Locator {
  return page.locator(".choices input[type=search]");
}

/** The open result. */
export function result(page: Page): Locator {
  return page.locator("dialog[open] #result-title");
}

/** Waits until what has just changed is laid out and on the screen. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** How many changes the table on screen has seen. */
export async function version(page: Page): Promise<number> {
  return Number(await page.locator(".table[data-version]").getAttribute("data-version"));
}

/** The table, while this person may choose. */
export function mayChoose(page: Page): Locator {
  return page.locator('[data-choices]:not([data-choices="0"])');
}

/** Waits until this person may choose or the game is over; says which. */
export async function turn(page: Page): Promise<"choose" | "over"> {
  await expect(mayChoose(page).or(result(page))).toBeVisible({ timeout: 60_000 });
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

/** Who sits in the other seats of a table, by the words of the new-table page. */
export const COMPANY = {
  friend: /^(For a friend|友だちの席)/,
  novice: /^(Novice|入門)/,
  beginner: /^(Beginner|初級)/,
} as const;

/** Opens a table by the new-table page: this person in the first seat, then the others. */
export async function openTable(
  page: Page,
  url: string,
  game: Pick<GameInfo, "id" | "seats">,
  others: readonly (keyof typeof COMPANY)[],
): Promise<void> {
  await page.goto(`${url}/new/${game.id}`);
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

/** The same company in `count` seats. */
export function times<Company extends keyof typeof COMPANY>(
  count: number,
  company: Company,
): Company[] {
  return Array<Company>(count).fill(company);
}

/** A small repeatable source of chance, so that a failing game can be played again. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
