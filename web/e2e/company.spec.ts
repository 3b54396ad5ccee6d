/** Full tables, shared victories and long lists, at a game made up for that. */
import type { StoredTable, TableCard } from "../src/generated/parlour";
import type { Text } from "../src/generated/table";
import { fits, inspect } from "./eyes";
import { GAME, manyChoices, stage, tableOf } from "./made-up";
import { choices, remember, result } from "./person";
import { expect, test } from "./server";

const OVER = { awaiting: [], legal: [], question: null };
/** What is written alike in both languages. */
const alike = (words: string): Text => ({ ja: words, en: words });
const BOT = { name: "Short sight", bot: "greedy", online: true, deserted: false };

test.beforeEach(async ({ context }) => remember(context, { lang: "en", speed: "off" }));

test("a thousand choices are shown in parts, narrowed by words, and chosen by keyboard", async ({
  page,
  server,
}) => {
  const legal = manyChoices(960);
  const { heard } = await stage(page, server, tableOf(4, { legal }));
  await page.goto(`${server.url}/t/x`);
  await expect(choices(page)).toHaveCount(60);
  await inspect(page, "the table");

  await page.getByRole("button", { name: "Show 60 more" }).click();
  await expect(choices(page)).toHaveCount(120);
  await expect(choices(page).nth(60)).toBeFocused();

  const filter = page.getByRole("searchbox", { name: "Narrow the list" });
  await filter.click();
  await page.keyboard.type("a5 tile 11");
  const wanted = legal.filter(({ action }) => / 11 A5$/.test(action));
  await expect(choices(page)).toHaveCount(wanted.length);
  await expect(page.getByText(`${wanted.length} of 960`)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(choices(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ type: "act", action: wanted[1]!.action });
});

test("a list that says nothing about what is wanted says so", async ({ page, server }) => {
  await stage(page, server, tableOf(4, { legal: manyChoices(100) }));
  await page.goto(`${server.url}/t/x`);
  await page.getByRole("searchbox").click();
  await page.keyboard.type("elephant");
  await expect(choices(page)).toHaveCount(0);
  await expect(page.getByText("0 of 100")).toBeVisible();
});

test("those who are waited for are named, and no two alike", async ({ page, server }) => {
  const table = tableOf(5, { awaiting: [1, 3, 4], legal: [], question: null });
  table.seats[3] = BOT;
  table.seats[4] = BOT;
  await stage(page, server, table);
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByText(/^Waiting for /)).toHaveText(
    "Waiting for Robert the Third of Ely, Short sight (Mōri Motonari), Short sight (Date Masamune).",
  );
  const strip = page.getByRole("region", { name: "Players" }).getByRole("listitem");
  await expect(strip).toHaveCount(5);
  await expect(strip.locator(".turn:not(.off)")).toHaveCount(3);
  await expect(strip.nth(3)).toContainText("Mōri Motonari");
  await inspect(page, "the table");
});

for (const [what, you, winners, title, wins] of [
  ["a victory", 0, [0], "You win", 1],
  ["a victory shared", 0, [0, 2], "You win, together with いろは", 2],
  ["a defeat by several", 0, [1, 3], "Winners: Robert the Third of Ely, Mika", 2],
  ["others' victory", null, [3], "Mika wins", 1],
  ["no victory", 0, [], "Nobody wins", 0],
] as const) {
  test(`the result says ${what}`, async ({ page, server }) => {
    const outcome = { winners: [...winners], reason: "thirteen" };
    await stage(page, server, tableOf(4, { ...OVER, you, outcome, scores: [5, 13, 7, 13] }));
    await page.goto(`${server.url}/t/x`);
    await expect(result(page)).toHaveText(title);
    const lines = page.locator("dialog[open]").getByRole("listitem");
    await expect(lines).toHaveCount(4);
    await expect(lines.filter({ hasText: "wins" })).toHaveCount(wins);
    // The winners stand first, the others by their points.
    const scores = (await lines.locator("b").allInnerTexts()).map(Number);
    const losers = scores.slice(wins);
    expect(losers).toEqual([...losers].sort((a, b) => b - a));
    // It is the same paper with other words.
    if (what === "a victory shared") await inspect(page, "the result");
  });
}

test("a waiting room of five tells the seats apart and offers the open ones", async ({
  page,
  server,
}) => {
  const table = tableOf(5, { ...OVER, you: null, started: false, steps: [], view: null });
  table.seats[1] = { name: "", bot: null, online: false, deserted: false };
  table.seats[4] = { name: "", bot: null, online: false, deserted: false };
  const { heard } = await stage(page, server, table);
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByRole("button", { name: "Sit here" })).toHaveCount(2);
  await inspect(page, "the table");
  await page.getByRole("button", { name: "Sit here" }).last().click();
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ type: "sit", seat: 4 });
});

test("no seat is offered before it has its place", async ({ page, server }) => {
  const table = tableOf(2, { ...OVER, you: null, started: false, steps: [], view: null });
  table.seats[1] = { name: "", bot: null, online: false, deserted: false };
  await stage(page, server, table);
  // The game's names and marks come late, and would move whatever stands below them.
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(`**/api/games/${GAME.id}`, async (route) => {
    await coming;
    await route.fallback();
  });
  await page.goto(`${server.url}/t/x`);
  await page.locator(".table[data-version]").waitFor();
  const seat = page.getByRole("button", { name: "Sit here" });
  await expect(seat).toHaveCount(0);
  come();
  await expect(seat).toHaveCount(1);
});

test("a table for five is set up seat by seat or all at once", async ({ page, server }) => {
  await stage(page, server, tableOf(5));
  await page.goto(`${server.url}/new/${GAME.id}`);
  await page.getByRole("radio", { name: "4", exact: true }).check();
  await page
    .locator("fieldset.company")
    .getByRole("radio", { name: /^Novice/ })
    .check();
  await page.locator(".seats-fold > summary").click();
  const seat = (index: number) => page.locator("fieldset.seat").nth(index);
  await seat(3)
    .getByRole("radio", { name: /^I sit here/ })
    .check();
  // The fifth seat gets the same company; the seat that was left is a friend's.
  await page.getByRole("radio", { name: "5", exact: true }).check();
  await inspect(page, "the table");
  const order = page.waitForRequest((request) => request.method() === "POST");
  await page.route("**/api/tables", (route) =>
    route.fulfill({ status: 201, json: { table: "x" } }),
  );
  // The page asks whether the house knows the person again.
  await page.route("**/api/tables/x", (route) => route.fulfill({ json: { you: 3 } }));
  await page.getByRole("button", { name: "Open the table" }).click();
  expect(((await order).postDataJSON() as { seats: unknown }).seats).toEqual([
    { kind: "open" },
    { kind: "bot", bot: "novice" },
    { kind: "bot", bot: "novice" },
    { kind: "me" },
    { kind: "bot", bot: "novice" },
  ]);
});

test("the person who sat in a seat that is taken away sits in the first", async ({
  page,
  server,
}) => {
  await stage(page, server, tableOf(5));
  await page.goto(`${server.url}/new/${GAME.id}`);
  await page.getByRole("radio", { name: "3", exact: true }).check();
  await page.locator(".seats-fold > summary").click();
  const seat = (index: number) => page.locator("fieldset.seat").nth(index);
  await seat(2)
    .getByRole("radio", { name: /^I sit here/ })
    .check();
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await expect(page.locator("fieldset.seat")).toHaveCount(2);
  await expect(seat(0).getByRole("radio", { name: /^I sit here/ })).toBeChecked();
});

test("a table that waits for the person comes before the shelf", async ({ page, server }) => {
  const card = (n: number, your_turn: boolean): TableCard => ({
    table: `t${n}`,
    game: GAME.id,
    names: ["Iris", "Mika", "", "Noah"].map(alike),
    you: 0,
    started: true,
    your_turn,
    awaiting: your_turn ? [0] : [1],
    over: false,
    outcome: null,
    scores: [],
    playable: true,
    from_position: false,
    changed: Date.now() - n * 60_000,
  });
  const cards = Array.from({ length: 9 }, (_, n) => card(n, n === 7));
  await stage(page, server, tableOf(4), cards);
  await page.goto(server.url);
  const rows = page.locator("a.row");
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toHaveAttribute("href", "/t/t7");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Your tables",
    "The games",
    "Tables open to everybody",
  ]);
  await inspect(page, "the table");
  await page.getByRole("button", { name: "All 9 tables" }).click();
  await expect(rows).toHaveCount(9);
});

test("full tables fit every width", async ({ page, server }) => {
  const outcome = { winners: [1, 2, 3], reason: "thirteen" };
  const waiting = tableOf(5, { ...OVER, started: false, steps: [], view: null });
  waiting.seats[4] = { name: "", bot: null, online: false, deserted: false };
  const scene = await stage(page, server, waiting);
  const fitEvery = async (what: string) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page, `${what} at ${width} px`);
    }
  };
  for (const [what, table] of [
    ["a waiting room", waiting],
    ["a thousand choices", tableOf(5, { legal: manyChoices(960), can_undo: true })],
    ["others' turn", tableOf(5, { awaiting: [1, 2, 3], legal: [], question: null })],
    ["the end", tableOf(5, { ...OVER, outcome })],
  ] as const) {
    scene.first = table;
    await page.goto(`${server.url}/t/x`);
    await page.locator(".bar, .waiting").first().waitFor();
    await fitEvery(what);
  }
  await page.goto(`${server.url}/new/${GAME.id}`);
  await page.getByRole("radio", { name: "5", exact: true }).check();
  await page.locator(".seats-fold > summary").click();
  await fitEvery("setting up");
});

test("what I narrowed the list to stays while another seat acts", async ({ page, server }) => {
  const legal = manyChoices(100);
  const awaiting = [0, 1];
  const scene = await stage(page, server, tableOf(3, { legal, awaiting }));
  await page.goto(`${server.url}/t/x`);
  await page.getByRole("searchbox").click();
  await page.keyboard.type("A5");
  await expect(choices(page)).not.toHaveCount(60);
  const found = await choices(page).count();
  const told = [{ event: {}, text: { ja: "決めた", en: "Decided." }, rule: "M-1", view: {} }];
  const steps = [{ number: 1, seat: 1, told, scores: [] }];
  scene.show(tableOf(3, { version: 2, legal, awaiting: [0], steps_from: 1, steps }));
  await expect(page.locator(".table")).toHaveAttribute("data-version", "2");
  await expect(choices(page)).toHaveCount(found);
  await expect(page.getByRole("searchbox")).toHaveValue("A5");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("a table of rules that are not played any more can be read", async ({ page, server }) => {
  await stage(page, server, tableOf(2));
  const kept = {
    table: "x",
    game: GAME.id,
    rules_version: 1,
    playable: false,
    advice: { ja: "別の版で。", en: "Open it with Zashiki 0.1.0 to play on." },
    options: {},
    from_position: false,
    names: ["Iris", "Mika"].map(alike),
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
  await page.route("**/api/tables/x", (route) => route.fulfill({ json: kept }));
  // Such a table has no live connection.
  await page.routeWebSocket(/\/api\/tables\/x\/live/, (route) => void route.close());
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByText("Open it with Zashiki 0.1.0 to play on.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "You win" })).toBeVisible();
  await expect(page.getByText("It begins.")).toBeVisible();
  await inspect(page, "a table that is kept");
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, "a table that is kept");
});
