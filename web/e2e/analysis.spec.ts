/** Tests of the advice at a table that allows it, and of the review of a finished game. */
import AxeBuilder from "@axe-core/playwright";
import { alone, forward, once } from "./fastForward";
import { finger, mouse, pressLit } from "./autoPlay";
import { fill, late, midway, order, WHIM } from "./tables";
import { chance, turn } from "./person";
import { expect, test } from "./server";
import { examples, games } from "./games";

const game = games[0]!;
const [seats] = game.seats;
const bots = Array.from({ length: seats - 1 }, () => WHIM);

for (const [width, height] of [
  [1366, 768],
  [360, 800],
] as const)
  test(`${game.id}: a press beside the prompt gives hints, and the one that is chosen is asked about, ${width} px wide`, async ({
    enter,
    server,
  }) => {
    const viewport = { width, height };
    const page = await enter({ lang: "en", speed: "off", panel: "log" }, { viewport });
    const position = midway(game, seats);
    const table = await order(page, server.url, game, bots, { position, terms: { advice: true } });
    await page.goto(`${server.url}/t/${table}`);
    await turn(page);
    const advice = page.locator("section.advice");
    await expect(advice).toHaveCount(0);
    await page.locator(".bar").getByRole("button", { name: "Ask for a hint" }).click();
    await expect(advice.locator("li").first()).toContainText("%");
    const number = await advice.locator("li").count();
    expect(number).toBeGreaterThan(0);
    expect(number).toBeLessThanOrEqual(3);

    const version = await page.locator("[data-version]").getAttribute("data-version");
    await advice.locator("li button").first().click();
    await expect(page.locator(".bar .asked")).toContainText("?");
    expect(await page.locator("[data-version]").getAttribute("data-version")).toBe(version);
    await page.locator(".bar .acts .primary").click();
    await expect(page.locator("[data-version]")).not.toHaveAttribute("data-version", version!);
  });

test(`${game.id}: a finished game has a review in both languages, with links to its steps`, async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "ja", speed: "off" });
  const position = late(game, seats, 8);
  const table = await order(page, server.url, game, bots, { position });
  await page.goto(`${server.url}/t/${table}`);
  const result = page.getByRole("dialog");
  await turn(page);
  // A player who always takes the first action may continue for hundreds of decisions.
  await forward([page], chance(1));
  await result.locator(`a[href="/t/${table}/review"]`).click();
  const chart = page.locator("section[aria-labelledby=line] svg[role=img]");
  const whole = async (width: number, height: number) => {
    await expect(chart).toHaveAttribute("aria-label", /%/);
    for (const part of ["line", "mistakes", "turn", "turns", "accounts"])
      await expect(page.locator(`#${part}`)).toBeVisible();
    await expect(page.locator(".desk [data-anchor]").first()).toBeVisible();
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  };
  // Each decision is analysed: a long game takes a while, and shows the progress.
  await expect(chart).toBeVisible({ timeout: 120_000 });
  // The first summaries unfold the better moves, the last one the numbers of the curve.
  await page.locator("summary").last().click();
  await whole(1366, 768);
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/[a-z]/i);
  await whole(360, 800);
  const moment = page.locator("ol.plain a").first();
  if ((await moment.count()) > 0) {
    await moment.click();
    await expect(page.locator(".looking")).toBeVisible();
    await page.goBack();
    await expect(chart).toBeVisible();
  }
});

/** The largest number of presses for one try to find a better move. */
const PRESSES = 60;
/**
 * For games that are long, and have no mistakes near their end: the index of a legal action that is a
 * large mistake in the middle of a game.
 */
const MISTAKES: Readonly<Record<string, number>> = { hostile: 0, shinra: 2 };
for (const game of games.filter((each) => examples.includes(each) || each.id in MISTAKES)) {
  for (const [press, width, height] of [
    [mouse, 1366, 768],
    [finger, 360, 800],
  ] as const)
    test(`${game.id}: a better move is looked for on the board, ${width} px wide`, async ({
      enter,
      server,
    }) => {
      const touch = { hasTouch: press === finger, isMobile: press === finger };
      const viewport = { width, height };
      const page = await enter({ lang: "en", speed: "off" }, { viewport, ...touch });
      await page.goto(`${server.url}/puzzles`);
      const seats = game.seats[0];
      const others = fill(seats - 1, { kind: "bot", bot: "novice" });
      const mistake = MISTAKES[game.id];
      const position = mistake === undefined ? undefined : midway(game, seats);
      const table = await order(page, server.url, game, others, position ? { position } : {});
      if (mistake === undefined) await alone(page, server.url, table, chance(3));
      else await once(page, server.url, table, (below) => mistake % below);
      await page.goto(`${server.url}/t/${table}/review`);
      await page.getByRole("checkbox", { name: "Everybody" }).check({ timeout: 120_000 });
      await page.locator("ol.plain button").first().click({ timeout: 10_000 });
      const told = page.locator(".desk .told");
      await expect(told).toContainText("find a better move");
      await expect(told).toBeInViewport();
      const board = page.locator(".desk .study");
      await expect(board).toBeInViewport();
      const covered = await board.evaluate(overlaps);
      expect(covered).toEqual([]);
      const verdict = told.locator(".found, .wrong");
      const pick = chance(width);
      for (let presses = 0; presses < PRESSES && !(await verdict.isVisible()); presses++) {
        const options = { onward: presses > 0 && pick(5) > 0, confirm: presses > 2 };
        const where = { within: ".desk .study", changes: ".desk > .board" };
        expect(await pressLit(page, press, pick, { ...options, ...where })).toBe(true);
      }
      await expect(verdict).toBeVisible();
    });
}

/** The texts of the buttons in an element that lie over each other. */
function overlaps(board: Element): string[] {
  const boxes = [...board.querySelectorAll("button")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => ({ text: button.textContent.trim(), box: button.getBoundingClientRect() }))
    .filter(({ text, box }) => text && box.width > 0);
  return boxes.flatMap(({ text, box }, index) =>
    boxes
      .slice(index + 1)
      .filter(
        ({ box: other }) =>
          Math.min(box.right, other.right) - Math.max(box.left, other.left) > 4 &&
          Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 4,
      )
      .map((other) => `${text} / ${other.text}`),
  );
}
