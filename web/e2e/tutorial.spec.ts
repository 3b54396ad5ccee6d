/** Tests of lessons, the quick introduction, and the rules page. */
import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { Tutorial } from "../src/generated/core";
import { en, type PageTexts } from "../src/lib/i18n/messages/en";
import { ja } from "../src/lib/i18n/messages/ja";
import { words as honnoji } from "../src/games/honnoji/messages";
import { words as hostile } from "../src/games/hostile/messages";
import { words as sengoku } from "../src/games/sengoku/messages";
import { words as shinra } from "../src/games/shinra/messages";
import { LIT, finger, play } from "./autoPlay";
import { fill, order } from "./tables";
import { chance, painted, remember } from "./person";
import { outOfView, takeShifts, watchShifts } from "./probes";
import { expect, test, type Server } from "./server";
import { FULL, examples, games } from "./games";
import { expectStill, settle } from "./layoutShift";
import { SMALLEST, textFaults } from "./textFaults";

const bookOf = async (server: Server, game: string) =>
  (await (await fetch(`${server.url}/api/games/${game}/book`)).json()) as Tutorial;

const lesson = (page: Page) => page.locator(".lesson");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses "Next" to show the next step of a lesson once all of this step has been shown. */
async function next(page: Page, from: number): Promise<void> {
  await expect(lesson(page)).toHaveAttribute("data-step", String(from));
  await button(page, "Next").click();
  await expect(lesson(page)).toHaveAttribute("data-step", String(from + 1));
}

/** The texts by which boards ask for a decision, or say whom they wait for. */
const asking = (lang: "ja" | "en"): string[] => [
  honnoji(lang).pickCard,
  honnoji(lang).layNow,
  hostile(lang).waiting,
  sengoku(lang).waitToDeclare,
  sengoku(lang).waitForAll,
  shinra(lang).setupHint,
  shinra(lang).setupDone,
  shinra(lang).waiting,
];

const advice = (page: Page, words: PageTexts = en) =>
  page.getByRole("region", { name: words.firstGameAdvice });
const mark = (page: Page) => page.locator("[data-mark]");

/** Stores that this table is the user's first game after a lesson, which gets advice. */
const begin = (context: BrowserContext, table: string) =>
  context.addInitScript((table) => {
    const key = "zashiki.first-games";
    if (localStorage.getItem(key) === null)
      localStorage.setItem(key, JSON.stringify([{ table, said: {} }]));
  }, table);

test("kokyu: a lesson is played by pressing the board, and by keys", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  await page.goto(`${server.url}/learn/kokyu`);
  await next(page, 1);
  const city = (card: number) => page.locator(`.lesson .board button[data-card="${card}"]`);
  // A wrong action gets a reply, and the board does not change.
  await city(9).click();
  await expect(page.getByText("A fair choice, but let us begin with card 5.")).toBeVisible();
  await expect(lesson(page)).toHaveAttribute("data-ready", "false");
  await city(5).click();
  await next(page, 2);
  // From here on the lesson is played without a pointer. The hint leaves one action in the list.
  const { lesson: steps } = await bookOf(server, "kokyu");
  const press = async (what: Locator) => {
    await what.focus();
    await page.keyboard.press("Enter");
  };
  for (let at = 3; at < steps.length; at++) {
    await expect(lesson(page)).toHaveAttribute("data-step", String(at));
    const [meant] = steps[at - 1]!.done;
    if (meant !== undefined) {
      await press(button(page, "Hint"));
      const list = page.locator(".lesson .list");
      if ((await list.getAttribute("open")) === null) await press(list.locator("> summary"));
      await expect(page.locator(".choices button[data-action]")).toHaveCount(1);
      await press(page.locator(`.choices button[data-action="${meant}"]`));
    }
    await expect(lesson(page)).toHaveAttribute("data-ready", "true");
    await press(button(page, "Next"));
  }
  await expect(button(page, "Play a first game")).toBeVisible();
});

test("kokyu: a first game shows advice, until the decision is taken or the user wants no more", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  const [first, then] = (await bookOf(server, "kokyu")).advice;
  const table = await order(page, server.url, { id: "kokyu" }, fill(1));
  await begin(context, table);
  await page.goto(`${server.url}/t/${table}`);
  const says = advice(page).getByRole("status");
  await expect(says).toHaveText(first!.say.en);
  await expect(mark(page)).toHaveCount(first!.at.length);
  await page.reload();
  await expect(says).toHaveText(first!.say.en);
  await page.locator(".table .board button[data-card]:not([aria-disabled=true])").first().click();
  await expect(says).toHaveText(then!.say.en);
  await expect(mark(page)).toHaveCount(then!.at.length);
  // A user who knows the game gets no more advice.
  await button(page, "Hide tips").click();
  await expect(advice(page)).toBeHidden();
  await expect(mark(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Board" })).toBeFocused();
  await page.reload();
  await expect(page.locator(LIT).first()).toBeVisible();
  await expect(advice(page)).toBeHidden();
});

test("kokyu: advice on a situation comes before other advice, and goes when the situation is over", async ({
  context,
  page,
  server,
}) => {
  await remember(context, { lang: "en", speed: "off" });
  const { scenes, advice: known, situations } = await bookOf(server, "kokyu");
  // Blue holds two points and waits on card 4. The square determines how far the lap is.
  const at = (square: number) => {
    const position = structuredClone(scenes["gates"]!.position) as {
      board: {
        points: number[];
        stock: number;
        hands: { weak: number }[];
        palace: { weak: number }[][];
        consorts: { square: number }[];
      };
    };
    const { board } = position;
    Object.assign(board, { points: [2, 0], stock: 5 });
    board.consorts[0]!.square = square;
    board.palace[2]![0]!.weak = 0;
    board.hands[0]!.weak = 2;
    return position;
  };
  const table = await order(page, server.url, { id: "kokyu" }, fill(1), { position: at(10) });
  await begin(context, table);
  await page.goto(`${server.url}/t/${table}`);
  const says = advice(page).getByRole("status");
  const winning = situations.find(({ id }) => id === "winning_lap")!;
  await expect(says).toHaveText(winning.say.en);
  await expect(page.locator('[data-mark="card-5"]')).toBeVisible();
  await expect(mark(page)).toHaveCount(1);
  // Without the situation the same prompt has the general advice.
  const far = await order(page, server.url, { id: "kokyu" }, fill(1), { position: at(9) });
  await page.evaluate((table) => {
    localStorage.setItem("zashiki.first-games", JSON.stringify([{ table, said: {} }]));
  }, far);
  await page.goto(`${server.url}/t/${far}`);
  await expect(says).toHaveText(known[0]!.say.en);
});

for (const [index, game] of games.entries()) {
  test(`${game.id}: a lesson is whole on a phone, and the advice in the first game after it moves nothing`, async ({
    enter,
    server,
  }) => {
    const [lang, words] = index % 2 === 0 ? (["ja", ja] as const) : (["en", en] as const);
    const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };
    const page = await enter({ lang, speed: "off" }, phone);
    await watchShifts(page);
    const { lesson: steps, advice: known } = await bookOf(server, game.id);
    await page.goto(`${server.url}/learn/${game.id}`);
    const board = page.locator(".lesson .study");
    const place = async () => (await board.boundingBox())!;
    await expect(board.locator("button, [role=button]").first()).toBeVisible();
    const before = await place();
    expect(before.height).toBeGreaterThan(0.7 * 800);
    for (const [at, { say, done }] of steps.entries()) {
      await expect(lesson(page)).toHaveAttribute("data-step", String(at + 1));
      await expect(page.getByText(say[lang])).toBeAttached();
      // Whether there is more text is known only after layout.
      await painted(page);
      // The whole text can be read without a press, and covers nothing of the board.
      await expect(page.getByText(say[lang])).toBeInViewport({ ratio: 1 });
      await expect(button(page, words.foldWords)).toBeHidden();
      await expect(button(page, words.unfoldWords)).toBeHidden();
      expect(await page.evaluate(textFaults, SMALLEST)).toEqual([]);
      expect(await place()).toEqual(before);
      // A step that only explains asks for nothing.
      if (done.length === 0)
        for (const text of asking(lang)) await expect(board).not.toContainText(text);
      else await button(page, words.lessonShow).click();
      if (at + 1 < steps.length) await button(page, words.lessonNext).click();
    }
    await button(page, words.firstGame).click();

    // The table shows the advice and marks the places until the user takes the decision.
    await page.waitForURL(/\/t\//);
    await page.evaluate(() => localStorage.setItem("zashiki.speed", "fast"));
    await page.reload();
    await settle(page);
    const says = advice(page, words).getByRole("status");
    const said = known.map(({ say }) => say[lang]);
    expect(await outOfView(page), "on a phone").toEqual([]);
    await page.setViewportSize({ width: 1366, height: 768 });
    await expect.poll(() => outOfView(page), "on a desk").toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await takeShifts(page);
    const heard = new Set<string>();
    for (let taken = 1; taken <= 2; taken++) {
      heard.add(await says.innerText());
      await play(page, finger, chance(taken), 1);
      await expectStill(page, `decision ${taken}`);
    }
    expect([...heard].filter((each) => said.includes(each)).length).toBeGreaterThan(0);
    for (const place of known.flatMap(({ at }) => at))
      await expect(
        page.locator(`.board [data-anchor="${place.replace("{you}", "0")}"]`).first(),
      ).toBeVisible();
    expect(await outOfView(page), "later").toEqual([]);
  });
}

for (const lang of ["ja", "en"] as const) {
  test(`sengoku: a lesson tells changes beside the board, with one button to skip them (${lang})`, async ({
    enter,
    server,
  }) => {
    const words = lang === "ja" ? ja : en;
    const page = await enter(
      { lang, speed: "normal" },
      { viewport: { width: 360, height: 800 }, hasTouch: true },
    );
    await page.goto(`${server.url}/learn/sengoku`);
    await button(page, words.lessonNext).click();
    await expect(lesson(page)).toHaveAttribute("data-step", "2");
    await button(page, words.lessonShow).click();
    const told = page.locator(".lesson .told");
    await expect(told).not.toBeEmpty();
    const [sentence, board] = await Promise.all(
      [told, page.locator(".lesson .study")].map(async (each) => (await each.boundingBox())!),
    );
    expect(sentence!.y + sentence!.height).toBeLessThanOrEqual(board!.y);
    const skip = page.getByRole("button", { name: words.skipPlayback });
    await expect(skip).toHaveCount(1);
    expect(await page.evaluate(textFaults, SMALLEST)).toEqual([]);
    await skip.click();
    await expect(lesson(page)).toHaveAttribute("data-ready", "true");
    await expect(told).toBeHidden();
  });
}

for (const game of FULL ? games : examples.slice(0, 1)) {
  test(`${game.id}: a rule is found in the margin of its chapter`, async ({
    context,
    page,
    server,
  }) => {
    await remember(context, { lang: "en", speed: "off" });
    const { chapters, minute } = await bookOf(server, game.id);
    const rule = chapters.at(-1)!.rules[0]!;
    await page.goto(`${server.url}/rules/${game.id}#${rule}`);
    await expect(page.locator(`[id="${rule}"]`)).toBeInViewport();
    await expect(page.locator(".minute > ol > li")).toHaveCount(minute.length);
    await page.locator(".minute").scrollIntoViewIfNeeded();
    await expect(page.locator(".minute .study").first()).toBeVisible();
  });
}

for (const game of games) {
  test(`${game.id}: a newcomer is asked once, sees cut-outs around the right places, and comes to the lesson`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ lang: "en", speed: "off", met: "" });
    const { minute } = await bookOf(server, game.id);
    const fewest = minute.filter(
      ({ seats }) => seats.length === 0 || seats.includes(game.seats[0]),
    );
    await page.goto(server.url);
    const door = page
      .locator(".mat")
      .nth(games.indexOf(game))
      .getByRole("button", { name: /^Play/ });
    await door.first().click();
    await page.getByRole("button", { name: "Yes, show me how to play" }).click();
    const sheet = page.locator("dialog[open]");
    const figures = sheet.locator(".minute > ol > li");
    await expect(figures).toHaveCount(fewest.length);
    for (const size of [
      { width: 1366, height: 768 },
      { width: 360, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await expect(sheet.getByRole("link", { name: "Start the lesson" })).toBeInViewport({
        ratio: 1,
      });
      // One picture is shown at a time, and the main button shows the next.
      await sheet.locator(".dots button").first().click();
      for (const [index, { at }] of fewest.entries()) {
        await expect(figures.nth(index)).toBeInViewport({ ratio: 0.9 });
        await expect(figures.nth(index).locator(".rings span")).toHaveCount(at.length);
        const last = index === fewest.length - 1;
        await expect(sheet.locator("form .primary")).toHaveText(last ? "Start the lesson" : "Next");
        if (!last) await sheet.locator("form .primary").click();
      }
    }
    await sheet.getByRole("link", { name: "Start the lesson" }).click();
    await expect(lesson(page)).toHaveAttribute("data-step", "1");
    // The next visit leads to the lesson without a question.
    await page.goto(server.url);
    await door.first().click();
    await page.waitForURL(`**/learn/${game.id}`);
  });
}
