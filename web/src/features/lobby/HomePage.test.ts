// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../generated/session";
import { card, SilentSource } from "../../lib/testing/fixtures";
import { language } from "../../lib/i18n/i18n.svelte";
import { router } from "../../lib/url/router.svelte";
import { GAME, SUMMARY, tableOf } from "../../lib/testing/fakeGame";
import { BOTS, stage, until } from "../../lib/testing/stage";
import { FirstGame } from "../tutorial/firstGame.svelte";
import { finishLesson } from "../tutorial/progress.svelte";
import HomePage from "./HomePage.svelte";
import { refreshStoredData } from "../../lib/storage/storedData.svelte";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  router.replace("/");
});

test("the games appear together with the user's tables, which would push them down later", async () => {
  language.set("en");
  const catalogue: Catalogue = { games: [], facts: {}, bots: [], name_length: 24 };
  let tell = () => {};
  const tables = new Promise<void>((told) => (tell = told));
  const profile = { name: "", crest: null, colour: null };
  const known = Response.json(catalogue);
  vi.stubGlobal("fetch", async (url: string) => {
    const asked = url.split("/").at(-1);
    if (asked === "tables") await tables;
    if (asked === "games") return known;
    return Response.json(asked === "me" ? { profile } : { tables: [card({ table: "mine" })] });
  });
  vi.stubGlobal("EventSource", SilentSource);
  const { container } = render(HomePage);
  const shelf = () => screen.getByRole("region", { name: language.words.games }).textContent;
  await until(() => expect(known.bodyUsed).toBe(true));
  await new Promise((next) => setTimeout(next));
  await tick();
  expect(shelf()).toContain(language.words.loading);
  tell();
  await until(() => expect(container.querySelector('a[href="/t/mine"]')).not.toBeNull());
  expect(shelf()).not.toContain(language.words.loading);
});

test("unfinished tables come before the list of games, those that wait for the user first", async () => {
  const tables = Array.from({ length: 9 }, (_, n) =>
    card({ table: `t${n}`, game: GAME.id, your_turn: n === 7, changed: Date.now() - n * 60_000 }),
  );
  const server = stage(tableOf(4));
  server.answer("GET /api/tables", () => ({ tables }));
  const { container } = render(HomePage);
  const rows = () => [...container.querySelectorAll("a.row")];
  await until(() => expect(rows()).toHaveLength(5));
  expect(rows()[0]!.getAttribute("href")).toBe("/t/t7");
  const current = screen.getByRole("region", { name: "Continue" });
  const going = within(current)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(going).toEqual(["/t/t7", "/t/t0", "/t/t1"]);
  await screen.findByRole("heading", { name: "Tables open to everybody" });
  const headings = screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);
  expect(headings).toEqual(["Continue", "The games", "Your tables", "Tables open to everybody"]);
  await fireEvent.click(screen.getByRole("button", { name: "All 9 tables" }));
  expect(rows()).toHaveLength(9);
});

test("each game opens a table of its own with one click", async () => {
  const other = { ...GAME, id: "other", name: { ja: "ほか", en: "Another" }, seats: [3, 3] };
  const games = [GAME, other];
  const bots = BOTS.map((bot) => ({ ...bot, games: games.map(({ id }) => id) }));
  for (const [place, { id, seats }] of games.entries()) {
    const server = stage(tableOf(2));
    server.answer("GET /api/games", () => ({ games, facts: {}, bots, name_length: 24 }));
    server.answer("POST /api/tables", () => Response.json({ table: id }, { status: 201 }));
    server.answer(`GET /api/tables/${id}`, () => ({ you: 0 }));
    render(HomePage);
    const doors = await screen.findAllByRole("button", { name: /^Play A/ });
    expect(doors).toHaveLength(games.length);
    await fireEvent.click(doors[place]!);
    await until(() => expect(router.path).toBe(`/t/${id}`));
    const company = Array<unknown>(seats[0]! - 1).fill({ kind: "bot", bot: "novice" });
    const order = server.asked.find(({ method }) => method === "POST")!.body;
    expect(order).toMatchObject({ game: id, seats: [{ kind: "me" }, ...company] });
    cleanup();
  }
});

test("a front page without an answer loads when the network is back", async () => {
  const server = stage(tableOf(2));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  let away = true;
  const answer = server.answers.get("GET /api/games")!;
  server.answer("GET /api/games", (asked) => {
    if (away) throw new TypeError("no network");
    return answer(asked);
  });
  render(HomePage);
  expect((await screen.findByRole("alert")).textContent).toContain("There is no network.");
  away = false;
  await fireEvent(window, new Event("online"));
  const shelf = await screen.findByRole("region", { name: "The games" });
  await within(shelf).findByRole("button", { name: /^Play A/ });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Play asks a newcomer once, and then leads along the path", async () => {
  localStorage.removeItem("zashiki.met");
  localStorage.removeItem("zashiki.progress");
  refreshStoredData();
  const server = stage(tableOf(2));
  localStorage.removeItem("zashiki.met");
  const facts = { minutes: 20, weight: 2, mood: { ja: "静か", en: "calm" }, lessons: 1 };
  const catalogue = { games: [SUMMARY], facts: { [GAME.id]: facts }, bots: BOTS, name_length: 24 };
  server.answer("GET /api/games", () => catalogue);
  server.answer("POST /api/tables", () => Response.json({ table: "x" }, { status: 201 }));
  server.answer("GET /api/tables/x", () => ({ you: 0 }));
  render(HomePage);
  const door = () => screen.findByRole("button", { name: /^Play A Game/ });
  await fireEvent.click(await door());
  await fireEvent.click(await screen.findByRole("button", { name: "Yes, show me how to play" }));
  const lesson = await screen.findByRole("link", { name: "Start the lesson" });
  expect(lesson.getAttribute("href")).toBe(`/learn/${GAME.id}`);
  cleanup();
  // Later, Play leads to the lesson without a question, and after the lesson to a first game.
  render(HomePage);
  await until(async () => expect((await door()).textContent).toContain("first lesson"));
  await fireEvent.click(await door());
  expect(router.path).toBe(`/learn/${GAME.id}`);
  finishLesson(GAME.id, "first");
  await until(async () => expect((await door()).textContent).toContain("first game, with tips"));
  await fireEvent.click(await door());
  await until(() => expect(router.path).toBe("/t/x"));
  expect(new FirstGame("x").on).toBe(true);
  localStorage.removeItem("zashiki.progress");
  refreshStoredData();
});
