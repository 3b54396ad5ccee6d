/** Tests of replays: by keys, slider, log and link, at a table and from a record. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { MARGIN } from "../src/features/record/boardPicture";
import { fits, inspect } from "./perception";
import { alone } from "./fastForward";
import { fill, order } from "./tables";
import { choices, openLog, remember, walk } from "./person";
import { expect, test } from "./server";
import { examples, games } from "./games";

const looking = (page: Page) => page.locator(".looking");
const number = (page: Page) => page.locator(".looking > .told > .number");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** A game for two players in which each player has private information. */
const game = games.find(({ seats, private_information }) => seats[0] === 2 && private_information)!;

/**
 * Opens a table against bots. The user's seat then takes this number of decisions without the page,
 * or plays to the end.
 */
async function played(
  page: Page,
  url: string,
  { of = game, decisions = Infinity }: { of?: GameInfo; decisions?: number } = {},
): Promise<string> {
  if (!page.url().startsWith(url)) await page.goto(url);
  const table = await order(page, url, of, fill(of.seats[0] - 1));
  let taken = 0;
  await alone(page, url, table, (below) => (taken++ * 7) % below, decisions);
  return table;
}

/** The number of steps of the replay, without the opening. */
async function lengthOf(page: Page): Promise<number> {
  return Number(await page.getByRole("slider", { name: "Moment" }).getAttribute("max"));
}

test.beforeEach(async ({ context }) => remember(context, { lang: "en", speed: "off" }));

test(`${game.id}: a finished game is replayed by keys, slider, log and link, with everything open`, async ({
  page,
  server,
  enter,
}) => {
  const table = await played(page, server.url);
  await walk(page, server.url, `/t/${table}`);
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page).toHaveURL(`${server.url}/t/${table}/0`);
  const length = await lengthOf(page);
  expect(length).toBeGreaterThan(5);
  await expect(number(page)).toHaveText(`Step 0 of ${length}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`${server.url}/t/${table}/2`);
  await expect(looking(page).locator("[data-version='2'][data-busy='false']")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page).toHaveURL(`${server.url}/t/${table}/${length}`);
  await expect(button(page, "One step forward")).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(page).toHaveURL(`${server.url}/t/${table}/0`);
  await page.getByRole("slider", { name: "Moment" }).fill("3");
  await expect(number(page)).toHaveText(`Step 3 of ${length}`);
  await openLog(page);
  await page.locator(".side").getByRole("button", { name: "Step 4", exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/t/${table}/4`);
  await expect(page.locator(".side [aria-current=step]")).toContainText("Step 4");
  await inspect(page, "a moment");

  // Another user opens the link, and may choose any viewpoint.
  const other = await enter({ lang: "en", speed: "off" });
  await other.setViewportSize({ width: 360, height: 800 });
  await other.goto(`${server.url}/t/${table}/4?eyes=1`);
  await expect(number(other)).toHaveText(`Step 4 of ${length}`);
  await expect(looking(other).getByRole("combobox")).toHaveValue("1");
  await expect(looking(other).locator("[data-version='4']")).toBeVisible();
  await fits(other, "a moment on a phone");
  await inspect(other, "a moment on a phone");
  await looking(other).getByRole("combobox").selectOption("0");
  await expect(other).toHaveURL(`${server.url}/t/${table}/4?eyes=0`);

  // Viewing several steps adds only one entry to the browser's history.
  await button(page, "Back to now").click();
  await expect(looking(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${server.url}/t/${table}`);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/t/${table}/4`);
  await expect(number(page)).toHaveText(`Step 4 of ${length}`);

  // With the viewpoint that reveals everything, every hand is visible.
  const board = () => looking(page).locator(".study").ariaSnapshot();
  const seen = async (eyes: string) => {
    await looking(page).getByRole("combobox").selectOption(eyes);
    await expect(looking(page).locator("[data-version='4'][data-busy='false']")).toBeVisible();
    return await board();
  };
  const onlooker = await seen("a spectator");
  await seen("all open");
  // The board of another viewpoint has the same version, and may come later.
  await expect.poll(board).not.toBe(onlooker);
  await expect(page).toHaveURL(`${server.url}/t/${table}/4?eyes=all`);
  await page.setViewportSize({ width: 360, height: 800 });
  await fits(page, "all open on a phone");
  await inspect(page, "all open on a phone");
  // The link shows the same position to all users, and it stays open when they go to another step.
  const there = await board();
  await page.reload();
  await expect(looking(page).locator("[data-version='4'][data-busy='false']")).toBeVisible();
  await expect.poll(board).toBe(there);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`${server.url}/t/${table}/5?eyes=all`);
});

test(`${game.id}: a running table is replayed without leaving it`, async ({ page, server }) => {
  const table = await played(page, server.url, { decisions: 3 });
  await walk(page, server.url, `/t/${table}`);
  await expect(choices(page).first()).toBeVisible();
  const board = await page.locator(".table > .board").elementHandle();
  await openLog(page);
  await button(page, "Replay").click();
  await expect(looking(page).getByRole("combobox").locator("option")).toHaveCount(2);
  await page.keyboard.press("ArrowLeft");
  await expect(looking(page)).toBeVisible();
  const length = await lengthOf(page);
  await expect(number(page)).toHaveText(`Step ${length - 1} of ${length}`);
  await page.keyboard.press("Escape");
  await expect(looking(page)).toHaveCount(0);
  expect(await board?.isVisible(), "the live board was never away").toBe(true);
  // A link with another viewpoint shows the user's own until the end.
  for (const [moment, eyes] of [
    [1, "1"],
    [2, "all"],
  ] as const) {
    await walk(page, server.url, `/t/${table}/${moment}?eyes=${eyes}`);
    await expect(looking(page).getByRole("combobox")).toHaveValue("0");
    await expect(looking(page).locator(`[data-version='${moment}']`)).toBeVisible();
  }
});

test("kokyu: a record that is dropped on the page or chosen opens and starts a game, an altered one is refused", async ({
  page,
  server,
  complaints,
}) => {
  const text = readFileSync(
    new URL("../../crates/games/kokyu/records/v1-dealt-2.json", import.meta.url),
    "utf8",
  );
  const drop = async (name: string, content: string) => {
    const files = await page.evaluateHandle(
      ({ name, content }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], name, { type: "application/json" }));
        return transfer;
      },
      { name, content },
    );
    // The page listens as soon as it has loaded.
    await expect(async () => {
      await page.dispatchEvent("body", "dragover", { dataTransfer: files });
      await expect(page.getByText("Let go to open the saved game")).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
  };
  await page.goto(server.url);
  await drop("game.json", text);
  await expect(page).toHaveURL(`${server.url}/record`);
  await expect(number(page)).toContainText("Step 0 of ");
  await page.keyboard.press("End");
  await expect(button(page, "One step forward")).toBeDisabled();
  await inspect(page, "a record");

  complaints.expect(/400 \(Bad Request\)/);
  const shown = await number(page).innerText();
  await drop("notes.txt", "a shopping list");
  await expect(page.getByRole("alert")).toContainText("“notes.txt” is not a record");
  const altered = JSON.parse(text) as { actions: { check: string }[] };
  altered.actions[2]!.check = "00000000";
  await drop("altered.json", JSON.stringify(altered));
  await expect(page.getByRole("alert")).toContainText("step 3");
  await expect(number(page), "what was open stays").toHaveText(shown);
  await drop("future.json", text.replace(/"rules_version": ?\d+/, '"rules_version":999'));
  await expect(page.getByRole("alert")).toContainText("999");

  // A new table begins at the chosen step of a record.
  const chooser = page.waitForEvent("filechooser");
  await walk(page, server.url, "/");
  await button(page, "Open a saved game").click();
  await (await chooser).setFiles({ name: "a.json", mimeType: "", buffer: Buffer.from(text) });
  await expect(number(page)).toContainText("Step 0 of ");
  await page.keyboard.press("ArrowRight");
  await expect(number(page)).toContainText("Step 1 of ");
  await button(page, "Play on from here").click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
  await expect(choices(page).first()).toBeVisible();
});

/**
 * Compares an exported picture of the board with a screenshot, by the mean colours of the cells of
 * a coarse grid (letters are smoothed differently). Returns the mean difference of a colour out of
 * 255, and the fraction of cells with a clear difference. `bare` is the same for a sheet without a
 * board.
 */
async function difference(page: Page, picture: string, board: Buffer) {
  return await page.evaluate(
    async ({ picture, board, MARGIN }) => {
      const load = async (src: string) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return image;
      };
      const [made, seen] = [await load(picture), await load(board)];
      const shape = seen.naturalHeight / seen.naturalWidth;
      const { naturalWidth: wide, naturalHeight: high } = seen;
      const [across, down] = [Math.round(wide / 24), Math.round(high / 24)];
      const fields = (image: HTMLImageElement, margin: number) => {
        const context = new OffscreenCanvas(wide, high).getContext("2d")!;
        context.imageSmoothingQuality = "high";
        const edge = image.naturalWidth * margin;
        const width = image.naturalWidth - 2 * edge;
        context.drawImage(image, edge, edge, width, width * shape, 0, 0, wide, high);
        const { data } = context.getImageData(0, 0, wide, high);
        const sums = new Float64Array(across * down * 4);
        for (let at = 0; at < data.length; at += 1) {
          const [x, y] = [(at >> 2) % wide, Math.floor((at >> 2) / wide)];
          const field = Math.floor((y * down) / high) * across + Math.floor((x * across) / wide);
          sums[field * 4 + (at & 3)]! += data[at]!;
        }
        return sums.map((sum) => sum / ((wide * high) / (across * down)));
      };
      const [ours, theirs] = [fields(made, MARGIN), fields(seen, 0)];
      const average = [0, 1, 2, 3].map(
        (colour) =>
          theirs.reduce((sum, value, at) => sum + (at % 4 === colour ? value : 0), 0) /
          (across * down),
      );
      const of = (one: (at: number) => number) => {
        const gaps = Array.from(theirs, (value, at) => Math.abs(value - one(at)));
        const plain = gaps.filter((gap) => gap > 24).length;
        const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
        return { mean, plain: plain / gaps.length };
      };
      return {
        ...of((at) => ours[at]!),
        bare: of((at) => average[at % 4]!),
        width: made.naturalWidth,
        foot: made.naturalHeight / made.naturalWidth - shape,
      };
    },
    { picture, board: `data:image/png;base64,${board.toString("base64")}`, MARGIN },
  );
}

/** The windows and colour schemes of this test; each game is tested in one of them. */
const WINDOWS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

for (const [place, each] of examples.entries())
  test(`${each.id}: a picture of a step shows the board as it is on screen, and is saved`, async ({
    page,
    server,
  }) => {
    const { width, height, colorScheme } = WINDOWS[place % WINDOWS.length]!;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const table = await played(page, server.url, { of: each, decisions: 6 });
    await walk(page, server.url, `/t/${table}/5`);
    const board = looking(page).locator("> .board");
    await expect(board.locator("[data-version='5'][data-busy='false']")).toBeVisible();
    const seen = await board.screenshot();
    await button(page, "Take a picture").click();
    const dialog = page.getByRole("dialog", { name: "A picture of this moment" });
    const picture = dialog.getByRole("img");
    await expect(picture).toHaveAttribute("src", /^data:image\/png/);
    const found = await difference(page, (await picture.getAttribute("src"))!, seen);
    const what = `${width}x${height}: ${JSON.stringify(found)}`;
    expect(found.mean, what).toBeLessThan(4);
    expect(found.plain, what).toBeLessThan(0.01);
    expect(found.bare.plain, `a bare sheet would be noticed, ${what}`).toBeGreaterThan(0.03);
    expect(found.width).toBeGreaterThanOrEqual(1200);
    expect(found.foot, "there is a caption").toBeGreaterThan(3 * MARGIN);
    if (place > 0) return;

    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Save the picture" }).click();
    expect((await saved).suggestedFilename()).toBe(`zashiki-${each.id}-5.png`);
    await inspect(page, "a picture");
    await dialog.getByRole("button", { name: "Close" }).click();
    // The page runs as in a browser that does not allow reading a painted canvas.
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = () => {
        throw new DOMException("tainted", "SecurityError");
      };
    });
    await button(page, "Take a picture").click();
    await expect(dialog.getByRole("alert")).toContainText("cannot turn the board into a picture");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(looking(page), "nothing else was closed").toBeVisible();
  });
