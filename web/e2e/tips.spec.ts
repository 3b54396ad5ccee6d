/**
 * Tests of the explanations that a board gives when a user presses something that is impossible.
 */
import type { Page } from "@playwright/test";
import { finger, mouse } from "./autoPlay";
import { expectSaid } from "./tooltips";
import { fill, midway, sit } from "./tables";
import { turn } from "./person";
import { expect, test } from "./server";
import { games } from "./games";

const LAW_ID = /\b[A-Z]-\d+/;

/**
 * The selector of elements without an effect: inactive places, and elements that name a likely
 * action.
 */
const DARK = ".board :is([aria-disabled=true], [data-ask], .square .card[role=img])";
/** The selector of elements by which a board shows the selection or the next input. */
const TELLS = ".board .nudged, .board .picked";
/**
 * The selector of elements by which a board answers a press: a tooltip, a line of its own, or the
 * elements of {@link TELLS}.
 */
const ANSWER = `.bubble, .board .refused, ${TELLS}`;

/** Some of the elements without an effect that a pointer can reach, spread over the board. */
const darkSpots = (page: Page): Promise<{ x: number; y: number; what: string }[]> =>
  page.evaluate((dark) => {
    const all = [...document.querySelectorAll<HTMLElement>(dark)].flatMap((thing) => {
      const { left, top, width, height } = thing.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const reached = width > 6 && thing.contains(document.elementFromPoint(x, y));
      return reached ? [{ x, y, what: thing.outerHTML.slice(0, 120) }] : [];
    });
    const step = Math.max(1, Math.floor(all.length / 5));
    return all.filter((_, index) => index % step === 0);
  }, DARK);

/** The selector of squares to which the selected piece cannot go. */
const CLOSED = "[data-square][aria-disabled=true]";
/**
 * For each game: the presses that select a piece for a square, the element that proves the
 * selection, and the squares that must explain why the piece cannot go there. In 戦国ドミノ, occupied
 * squares describe their contents.
 */
const HOLDS: Record<string, { presses: string[]; held: string; closed: string }> = {
  hostile: {
    presses: [".line button.lit", ".hand button.lit"],
    held: ".hand [aria-pressed=true]",
    closed: CLOSED,
  },
  sengoku: {
    presses: [".hand button[aria-disabled=false]"],
    held: ".hand [aria-pressed=true]",
    closed: `${CLOSED}[aria-label*="empty"]`,
  },
  shinra: {
    presses: ["[data-square][aria-disabled=false]"],
    held: ".square.held",
    closed: CLOSED,
  },
};

/** Checks that every element without an effect explains itself when it is pressed. */
async function expectAnswers(page: Page): Promise<void> {
  await expect(page.locator(".board [data-anchor]:visible").first()).toBeVisible();
  const spots = await darkSpots(page);
  expect(spots.length, "dark things").toBeGreaterThan(2);
  for (const [means, press] of Object.entries({ mouse, finger })) {
    for (const { x, y, what } of spots) {
      await page.keyboard.press("Escape");
      await press(page, x, y);
      const answers = page.locator(ANSWER).filter({ visible: true });
      // The answer is a rule, the next input, or a description of the piece and its places.
      const told = answers.filter({ hasText: LAW_ID }).or(page.locator(TELLS)).first();
      await expect(told, `the answer to a ${means} at ${what}`).toBeVisible();
    }
  }
  await page.keyboard.press("Escape");
}

for (const game of games) {
  const [seats] = game.seats;

  test(`${game.id}: impossible actions are explained to a mouse and a finger`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ lang: "en", speed: "off", panel: "closed" }, { hasTouch: true });
    const position = midway(game, seats);
    await sit(page, server.url, game, fill(seats - 1), { position, name: "Iris" });
    await turn(page);
    // The fullest table is tested in `board.spec.ts`, in every window size.
    if (seats < game.seats[1]) await expectSaid(page, "en", `${game.id} for ${seats} midway`);
    await expectAnswers(page);
  });

  const holds = HOLDS[game.id];
  if (!holds) continue;
  test(`${game.id}: a square explains why the selected thing cannot go there`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ lang: "en", speed: "off" });
    const position = midway(game, seats);
    await sit(page, server.url, game, fill(seats - 1), { position, name: "Iris" });
    await turn(page);
    const board = page.locator(".board");
    for (const press of holds.presses) await board.locator(press).first().click();
    await expect(board.locator(holds.held).first()).toBeVisible();
    const dark = board.locator(holds.closed);
    const count = await dark.count();
    expect(count, "dark squares").toBeGreaterThan(2);
    for (const part of [0.1, 0.5, 0.9]) {
      const box = (await dark.nth(Math.floor(part * count)).boundingBox())!;
      await page.mouse.move(1, 1);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      // The board shows the rule that forbids the move; the selection stays.
      await expect(page.locator(".bubble")).toContainText(LAW_ID);
      await expect(board.locator(holds.held).first()).toBeVisible();
    }
  });
}
