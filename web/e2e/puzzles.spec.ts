/** Puzzles solved at the page, and positions at links. */
import type { Page } from "@playwright/test";
import { remember } from "./person";
import { expect, test } from "./server";

const PUZZLE = "/puzzles/hostile/tsume-2";
const puzzle = (page: Page) => page.locator(".puzzle[data-verdict]");
const square = (page: Page, name: string) => page.locator(`.board [data-square="${name}"]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "The position as text" });
/** At rest after so many decisions. */
const rested = async (page: Page, taken: number) => {
  await expect(puzzle(page)).toHaveAttribute("data-taken", String(taken));
  await expect(puzzle(page)).toHaveAttribute("data-busy", "false");
};

test("a puzzle is found from the front page, solved by pressing the board, and marked", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.goto(server.url);
  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "HOSTILE puzzle 2" });
  await expect(row).not.toContainText("solved");
  await row.getByRole("link").click();
  await rested(page, 0);
  // The wrong way first: it is told, and one begins anew.
  await square(page, "G1").click();
  await rested(page, 1);
  await square(page, "H1").click();
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "missed");
  await button(page, "Again").click();
  await rested(page, 0);
  await square(page, "H2").click();
  await rested(page, 1);
  await square(page, "G3").click();
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "reached");
  await expect(page.getByText("Solved! That is it.")).toBeVisible();
  await page.goto(`${server.url}/puzzles`);
  await expect(row).toContainText("solved");
});

test("a puzzle is given up, then solved by keys alone", async ({ context, page, server }) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.goto(server.url + PUZZLE);
  await rested(page, 0);
  await button(page, "Give up").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is how it is done.")).toBeVisible();
  // Who was shown has not solved it.
  expect(await page.evaluate(() => localStorage.getItem("zashiki.solved"))).toBe(null);
  await button(page, "Again").focus();
  await page.keyboard.press("Enter");
  await rested(page, 0);
  await page.locator(".puzzle .list > summary").focus();
  await page.keyboard.press("Enter");
  for (const [at, action] of ["move n", "move w"].entries()) {
    await rested(page, at);
    await page.locator(`.choices button[data-action="${action}"]`).focus();
    await page.keyboard.press("Enter");
  }
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "reached");
  expect(await page.evaluate(() => localStorage.getItem("zashiki.solved"))).toBe("hostile/tsume-2");
});

test("a mate is played against the house's replies, with a hint, by pressing the board", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.goto(`${server.url}/puzzles/shinra/1-34-91`);
  await rested(page, 0);
  const press = async (from: string, to: string) => {
    await square(page, from).click();
    await square(page, to).click();
  };
  await button(page, "Hint").click();
  await expect(page.locator(".hint li")).toHaveCount(3);
  await expect(button(page, "Hint")).toBeDisabled();
  // What is not the key is no reply worth.
  await page.locator(".puzzle .list > summary").click();
  await page.locator('.choices button[data-action="retreat a4"]').click();
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "missed");
  await expect(page.getByText("Not quite")).toBeVisible();
  await button(page, "Again").click();
  await rested(page, 0);
  await press("a4", "a3");
  // The other side holds out as long as it can.
  await rested(page, 1);
  await press("a3", "a2");
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "reached");
  expect(await page.evaluate(() => localStorage.getItem("zashiki.solved"))).toBe("shinra/1-34-91");
});

test("the puzzle of the day is the same all day long, and another on the next", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en" });
  const today = page.locator(".today");
  const shown = [];
  for (const time of ["2026-11-24T00:10:00", "2026-11-24T23:50:00", "2026-11-25T00:10:00"]) {
    await page.clock.setFixedTime(new Date(time));
    await page.goto(`${server.url}/puzzles`);
    shown.push(await today.getAttribute("href"));
  }
  expect(shown[0]).toBe(shown[1]);
  expect(shown[1]).not.toBe(shown[2]);
  await today.click();
  await rested(page, 0);
});

test("a link to a position shows it, lets one try, and is played on from", async ({
  complaints,
  context,
  page,
  server,
}) => {
  // The house refuses what cannot be.
  complaints.expect(/400 \(Bad Request\)/);
  await remember(context, { lang: "en", speed: "off" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.goto(server.url + PUZZLE);
  await rested(page, 0);
  await square(page, "H2").click();
  await rested(page, 1);
  await button(page, "Copy link to this position").click();
  await expect(button(page, "Copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("/position/hostile#");
  await page.goto(link);
  const position = page.locator(".position");
  await expect(position).toHaveAttribute("data-moves", "0");
  await square(page, "G3").click();
  await expect(position).toHaveAttribute("data-moves", "1");
  await button(page, "Take back").click();
  await expect(position).toHaveAttribute("data-moves", "0");
  // What cannot be is named while one writes, and the board stays as it was.
  await page.getByText("The position as text", { exact: true }).click();
  const held = await text(page).inputValue();
  await text(page).fill(held.replace('"E3"', '"E9"'));
  await expect(page.locator("#state")).toContainText("E9");
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await expect(square(page, "E3")).toBeVisible();
  // What can be is shown, and is what the address says as soon as it is said to be possible.
  const address = await page.evaluate(() => location.hash);
  await page.evaluate(() => {
    const said = new MutationObserver(() => (document.body.dataset["said"] = location.hash));
    said.observe(document.querySelector("#state")!, { subtree: true, characterData: true });
  });
  await text(page).fill(held.replace('"round": 1', '"round": 2'));
  await expect(page.locator("#state")).toHaveText("This position is possible.");
  await expect(page.locator("body")).toHaveAttribute("data-said", /./);
  expect(await page.locator("body").getAttribute("data-said")).not.toBe(address);
  await page.reload();
  await page.getByText("The position as text", { exact: true }).click();
  await expect(text(page)).toHaveValue(/"round": 2/);
  await button(page, "Play on from here").click();
  await expect(page).toHaveURL(/\/t\//);
});

test("a broken link to a position is answered in words", async ({ context, page, server }) => {
  await remember(context, { lang: "en", speed: "off" });
  for (const broken of ["%%%", "aGVsbG8", "Wrong-link_"]) {
    // From elsewhere, so that another fragment is another page.
    await page.goto("about:blank");
    await page.goto(`${server.url}/position/hostile#${broken}`);
    await expect(page.getByRole("alert")).toContainText("This link holds no position");
    await expect(square(page, "A1")).toBeVisible();
  }
  await page.goto(`${server.url}/puzzles/hostile/none`);
  await expect(page.getByRole("heading", { name: "There is no such puzzle" })).toBeVisible();
});
