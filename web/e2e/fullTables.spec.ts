/**
 * Tests of full tables, shared victories and long lists, with the fake game: they fit every width
 * and are accessible. `TablePage.test.ts` tests their texts and functions without a browser.
 */
import type { Me, Notice } from "../src/generated/server";
import type { StoredTable } from "../src/generated/session";
import { card } from "../src/lib/testing/fixtures";
import { GAME, manyChoices, tableOf } from "../src/lib/testing/fakeGame";
import { fits, inspect } from "./perception";
import { stage } from "./fakeGamePage";
import { remember, walk } from "./person";
import { expect, test } from "./server";

const OVER = { awaiting: [], legal: [], question: null };
const OPEN = { name: "", bot: null, online: false, deserted: false };

test("full tables and pages fit every width and pass axe", async ({ context, page, server }) => {
  await remember(context, { lang: "en", speed: "off" });
  const outcome = { winners: [1, 2, 3], reason: "thirteen" };
  const waiting = tableOf(5, { ...OVER, you: null, started: false, steps: [], view: null });
  waiting.seats[1] = waiting.seats[4] = OPEN;
  const offer = { matter: "draw" as const, rule: "M-1", by: 1, agreed: [1] };
  const cards = Array.from({ length: 9 }, (_, n) =>
    card({ table: `t${n}`, game: GAME.id, your_turn: n === 7, changed: Date.now() }),
  );
  const scene = await stage(page, server, waiting, cards);
  const look = async (what: string) => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await inspect(page, what);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page, `${what} at ${width} px`);
    }
  };
  for (const [index, [what, table, sight]] of (
    [
      ["a waiting room", waiting, ".waiting"],
      ["a thousand choices", tableOf(5, { legal: manyChoices(960), can_undo: true }), ".bar"],
      ["some of many choices", tableOf(5, { legal: manyChoices(60), complete: false }), ".bar"],
      ["others' turn", tableOf(5, { ...OVER, awaiting: [1, 3], decided: [0, 2, 4] }), ".bar"],
      ["a draw that is offered", tableOf(2, { offer }), ".offer"],
      ["the end", tableOf(5, { ...OVER, outcome }), "dialog[open]"],
    ] as const
  ).entries()) {
    scene.first = table;
    await walk(page, server.url, `/t/x${index}`);
    await page.locator(sight).first().waitFor();
    await look(what);
  }
  scene.first = tableOf(2, { ...OVER, awaiting: [1] });
  await walk(page, server.url, "/t/ending");
  await page.getByRole("button", { name: "Leave or end the game" }).click();
  await page.getByRole("button", { name: "Resign…" }).waitFor();
  await look("ways to end");
  await page.getByRole("button", { name: "Resign…" }).click();
  // An accidental press on Enter has no effect.
  await expect(page.getByRole("button", { name: "Play on" })).toBeFocused();
  await look("a question before the end");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(scene.heard).toEqual([]);

  await walk(page, server.url, `/new/${GAME.id}`);
  await page.getByRole("radio", { name: "5", exact: true }).check();
  await page.locator(".seats-fold > summary").click();
  await look("setting up");
  await walk(page, server.url, "/");
  await expect(page.locator("a.row")).toHaveCount(5);
  await look("one's tables");

  const kept = {
    table: "kept",
    game: GAME.id,
    rules_version: 1,
    playable: false,
    advice: { ja: "別の版で。", en: "Open it with Zashiki 0.1.0 to play on." },
    options: {},
    from_position: false,
    names: cards[0]!.names,
    you: 0,
    started: true,
    cancelled: false,
    awaiting: [],
    outcome: { winners: [0], reason: "thirteen", text: null, rule: "M-1" },
    scores: [13, 4],
    log: [
      { number: 0, seat: null, words: [{ text: { ja: "始", en: "It begins." }, rule: "M-1" }] },
    ],
    created: 0,
    changed: 0,
  } satisfies StoredTable;
  await page.route("**/api/tables/kept", (route) => route.fulfill({ json: kept }));
  // Such a table has no live connection.
  await page.routeWebSocket(/\/api\/tables\/kept\/live/, (route) => void route.close());
  await walk(page, server.url, "/t/kept");
  await expect(page.getByText("Open it with Zashiki 0.1.0 to play on.")).toBeVisible();
  await look("a table that is kept");

  // The operator has a long notice, and the server shuts down soon.
  const notice: Notice = {
    id: "1",
    text: { ja: "お知らせです。".repeat(70), en: "There is something to say. ".repeat(18) },
    closes_at: 600_000,
    now: 0,
    mode: "read_only",
    may_open: false,
  };
  await page.route("**/api/notice", (route) => route.fulfill({ json: notice }));
  // The front page receives the notice with the lobby's events as well.
  await page.route("**/api/lobby/live", (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: `event: notice\ndata: ${JSON.stringify(notice)}\n\n`,
    }),
  );
  scene.first = tableOf(5, { ...OVER, awaiting: [1], lost: [2] });
  await page.goto(`${server.url}/t/noticed`);
  const banner = page.locator(".banner");
  await banner.waitFor();
  await page.locator(".bar").waitFor();
  await look("a notice over a table");
  await page.setViewportSize({ width: 360, height: 800 });
  expect((await banner.boundingBox())!.height).toBeLessThan(120);
  await page.locator(".bar .more").click();
  await page.locator("#tab-about").click();
  await page.getByRole("button", { name: "Report a name…" }).click();
  await look("a name that is reported");
  await page.keyboard.press("Escape");
  await walk(page, server.url, "/");
  await expect(page.locator("a.row")).toHaveCount(5);
  await look("a notice over the front page");
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Hide this notice" }).click();
  await expect(banner).toHaveCount(0);

  const points = [1480, 1560, 1530, 1602];
  const steps = points.map((points, at) => ({
    at: at * 86_400_000,
    points,
    margin: 90 - 10 * at,
    provisional: at === 0,
    table: `t${at}`,
  }));
  await page.route("**/api/ratings/history?*", (route) => route.fulfill({ json: { steps } }));
  await page.route("**/api/me", async (route) => {
    const me = (await (await route.fetch()).json()) as Me;
    const rating = { game: GAME.id, seats: 2, points: 1602, margin: 60, plays: 4 };
    await route.fulfill({ json: { ...me, ratings: [{ ...rating, provisional: false }] } });
  });
  await walk(page, server.url, "/me");
  await page.getByText("Rating history").click();
  await page.locator("details svg[role=img]").waitFor();
  await look("how a rating came about");
});
