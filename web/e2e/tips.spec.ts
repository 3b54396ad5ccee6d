/** Everything on a board says what it is, and what cannot be done answers why. */
import type { Page } from "@playwright/test";
import { finger, mouse } from "./hand";
import { hearAll, type Heard } from "./hearing";
import { fill, late, midway, sit } from "./late";
import { turn } from "./person";
import { expect, test } from "./server";
import { FULL, games } from "./shelf";

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What programs say where they have no words. */
const NO_WORDS = /\b(undefined|null|NaN)\b|\[object|\{\w+\}/;
/** A rule's id with its sentence. */
const LAW = /^[A-Z]-\d+[a-z]? \S/;

const LAW_ID = /\b[A-Z]-\d+/;

/** Waits until the board is there and this person may choose. */
async function settled(page: Page): Promise<void> {
  await turn(page);
  await expect(page.locator(".board [data-anchor]:visible").first()).toBeVisible();
}

/** Rests at the rule of the question until its sentence is there: with it come all of them. */
async function statedRule(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator(".ask .rule-id").first().hover();
  await expect(page.locator(".bubble .law")).toHaveText(LAW);
  await page.keyboard.press("Escape");
}

/** What is wrong with what a thing says. */
function faults({ thing, title, meaning, laws, lawsLast }: Heard, lang: "ja" | "en"): string[] {
  // A rule's own id says its sentence and nothing else; a button is called what it does.
  const isRule = /class="[^"]*\brule/.test(thing);
  const isButton = thing.startsWith("<button");
  const words = title + meaning;
  const all = [title, meaning, ...laws].join("\n");
  return [
    words === "" && !isRule && "says nothing of what it is",
    meaning + laws.join("") === "" && !isButton && "says no more than its name",
    NO_WORDS.test(words) && "says what programs say",
    lang === "en" && JAPANESE.test(all) && "speaks Japanese",
    lang === "ja" && words !== "" && !JAPANESE.test(words) && "speaks no Japanese",
    !laws.every((law) => LAW.test(law)) && "names a rule without its sentence",
    !lawsLast && "goes on after the rules",
  ]
    .filter((fault) => fault !== false)
    .map((fault) => `${fault}: ${thing}\n    ${all}`);
}

/** Places that say the very same, where each of the many should speak of itself. */
function alike(heard: readonly Heard[]): string[] {
  const places = heard.filter(({ place }) => place !== null);
  const said = new Set(places.map(({ title, meaning }) => title + meaning));
  return places.length < 8 || said.size > places.length / 2
    ? []
    : [`${places.length} places say only ${said.size} different things`];
}

/** Where a game is looked at: its beginning, its middle and its end. */
const MOMENTS = ["first", "middle", "last"] as const;

/** Rests at three of the places that said what they are, and is told. */
async function rest(page: Page, heard: readonly Heard[]): Promise<void> {
  const places = heard.filter(({ place, title }) => place && title);
  const few = [0.1, 0.5, 0.9].map((part) => places[Math.floor(part * places.length)]!);
  for (const { at, title, thing } of few) {
    await page.mouse.move(1, 1);
    await page.mouse.move(at.x, at.y, { steps: 3 });
    await expect(page.locator(".bubble"), thing).toContainText(title);
  }
}

for (const game of games) {
  for (const seats of new Set(game.seats)) {
    const full = seats === game.seats[1];
    test(`everything at ${game.id} for ${seats} says what it is`, async ({ enter, server }) => {
      // The fullest table has all there is; a smaller one is looked at once, unless all is tested.
      for (const [at, moment] of MOMENTS.entries()) {
        if (!full && !FULL && moment !== "middle") continue;
        const lang = (at + seats) % 2 === 0 ? "ja" : "en";
        const page = await enter({ lang, speed: "off", panel: "closed" });
        const position =
          moment === "first"
            ? undefined
            : moment === "middle"
              ? midway(game, seats)
              : late(game, seats, 2);
        const name = lang === "ja" ? "あやめ" : "Iris";
        await sit(page, server.url, game, fill(seats - 1), { position, name });
        await settled(page);
        await statedRule(page);
        const heard = await hearAll(page);
        expect(heard.length, `things at the ${moment}`).toBeGreaterThan(15);
        const found = [...heard.flatMap((each) => faults(each, lang)), ...alike(heard)];
        expect.soft(found, `at the ${moment} (${lang})`).toEqual([]);
        if (full && moment === "middle") await rest(page, heard);
        await page.close();
      }
    });
  }
}

/** What cannot be pressed now: dark places, and what says what a press might have meant. */
const DARK = ".board :is([aria-disabled=true], [data-ask], .square .card[role=img])";
/** Where a board tells what was picked or what to do first. */
const TELLS = ".board .nudged, .board .picked";
/** Where a board answers a press: in a bubble, in its own line, or by telling. */
const ANSWER = `.bubble, .board .refused, ${TELLS}`;

/** Some of the dark things that a pointer can reach, spread over the board. */
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

for (const game of games) {
  test(`what cannot be done at ${game.id} answers a mouse and a finger`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ lang: "en", speed: "off" }, { hasTouch: true });
    const position = midway(game, game.seats[0]);
    await sit(page, server.url, game, fill(game.seats[0] - 1), { position, name: "Iris" });
    await settled(page);
    const spots = await darkSpots(page);
    expect(spots.length, "dark things").toBeGreaterThan(2);
    for (const [means, press] of Object.entries({ mouse, finger })) {
      for (const { x, y, what } of spots) {
        await page.keyboard.press("Escape");
        await press(page, x, y);
        const answers = page.locator(ANSWER).filter({ visible: true });
        const message = `the answer to a ${means} at ${what}`;
        await expect(answers.first(), message).toBeVisible();
        // A rule, what to do first, or what that is and where it could go.
        await expect(
          page
            .locator(TELLS)
            .or(answers.filter({ hasText: LAW_ID }))
            .first(),
          message,
        ).toBeVisible();
      }
    }
  });
}

/** Squares that take nothing of what is held. */
const CLOSED = "[data-square][aria-disabled=true]";
/**
 * What is pressed until something is held that goes on some square, by what it is seen that it is,
 * and which squares are to say why they do not take it: at 戦国ドミノ those on which something lies
 * say what it is.
 */
const HOLDS = {
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

for (const [id, { presses, held, closed }] of Object.entries(HOLDS)) {
  test(`a square with no place for what is held at ${id} says why`, async ({ enter, server }) => {
    const page = await enter({ lang: "en", speed: "off" });
    const seats = 2;
    const position = midway({ id }, seats);
    await sit(page, server.url, { id }, fill(seats - 1), { position, name: "Iris" });
    await settled(page);
    const board = page.locator(".board");
    for (const press of presses) await board.locator(press).first().click();
    await expect(board.locator(held).first()).toBeVisible();
    const dark = board.locator(closed);
    const count = await dark.count();
    expect(count, "dark squares").toBeGreaterThan(2);
    for (const part of [0.1, 0.5, 0.9]) {
      const box = (await dark.nth(Math.floor(part * count)).boundingBox())!;
      await page.mouse.move(1, 1);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      // The rule by which it has no place there; what is held stays in the hand.
      await expect(page.locator(".bubble")).toContainText(LAW_ID);
      await expect(board.locator(held).first()).toBeVisible();
    }
  });
}
