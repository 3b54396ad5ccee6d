/** Tests of puzzles, and of positions that are contained in links. */
import type { Page } from "@playwright/test";
import { remember, walk } from "./person";
import { expect, test } from "./server";

const PUZZLE = "/puzzles/hostile/tsume-2";
const puzzle = (page: Page) => page.locator(".puzzle[data-verdict]");
const square = (page: Page, name: string) => page.locator(`.board [data-square="${name}"]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "The position as text" });
/** Waits until the user has taken this number of decisions and the board shows no animation. */
const rested = async (page: Page, taken: number) => {
  await expect(puzzle(page)).toHaveAttribute("data-taken", String(taken));
  await expect(puzzle(page)).toHaveAttribute("data-busy", "false");
};

test("hostile: a puzzle is found from the front page, given up, missed, solved and marked", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.goto(server.url);
  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  const set = page.getByRole("region", { name: "HOSTILE", exact: true });
  await set.getByRole("button", { name: /^Show all/ }).click();
  const row = set.getByRole("listitem").filter({ hasText: "HOSTILE puzzle 2" });
  await row.scrollIntoViewIfNeeded();
  await expect(row.locator(".study")).toBeVisible();
  await expect(row).not.toContainText("solved");
  await row.getByRole("link").click();
  await rested(page, 0);
  const solved = () => page.evaluate(() => localStorage.getItem("zashiki.solved"));
  await button(page, "Hint").click();
  await expect(page.locator(".hint li")).toHaveCount(3);
  await expect(button(page, "Hint")).toBeDisabled();
  // A user who gives up sees the solution, and has not solved the puzzle.
  await button(page, "Give up").click();
  await expect(page.getByText("This is the solution.")).toBeVisible();
  expect(await solved()).toBe(null);
  await button(page, "Again").click();
  await rested(page, 0);
  // A wrong decision is reported at once, and the board returns to the beginning of the turn.
  await square(page, "G1").click();
  await rested(page, 1);
  await square(page, "H1").click();
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "missed");
  await expect(page.getByText(/It was taken back/)).toBeVisible();
  await rested(page, 0);
  await button(page, "Again").click();
  await rested(page, 0);
  // The puzzle is solved by keys as well as by pressing the board.
  await page.locator(".puzzle .list > summary").press("Enter");
  await page.locator('.choices button[data-action="move n"]').press("Enter");
  await rested(page, 1);
  await square(page, "G3").click();
  await expect(puzzle(page)).toHaveAttribute("data-verdict", "reached");
  await expect(page.getByText("Solved! That is it.")).toBeVisible();
  expect(await solved()).toBe("hostile/tsume-2");
  await walk(page, server.url, "/puzzles");
  await set.getByRole("button", { name: /^Show all/ }).click();
  await expect(row).toContainText("solved");
});

test("hostile: a link to a position shows it, allows actions, and starts a game", async ({
  complaints,
  context,
  page,
  server,
}) => {
  // The server rejects impossible positions.
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
  // An error is shown during typing, and the board does not change.
  await page.getByText("The position as text", { exact: true }).click();
  const held = await text(page).inputValue();
  await text(page).fill(held.replace('"E3"', '"E9"'));
  await expect(page.locator("#state")).toContainText("E9");
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await expect(square(page, "E3")).toBeVisible();
  // A possible position is shown, and the address contains it as soon as the page says that it is
  // possible.
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
  // A broken link is explained, with a starting position on the board.
  await page.goto(`${server.url}/position/hostile#Wrong-link_`);
  await expect(page.getByRole("alert")).toContainText("This link holds no position");
  await expect(square(page, "A1")).toBeVisible();
});
