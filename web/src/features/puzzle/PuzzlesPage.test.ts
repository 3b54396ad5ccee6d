// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GAME, SUMMARY, tableOf, text } from "../../lib/testing/fakeGame";
import { stage, type Stage } from "../../lib/testing/stage";
import PuzzlePage from "./PuzzlePage.svelte";
import PuzzlesPage from "./PuzzlesPage.svelte";

let server: Stage;
beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  server = stage(tableOf(2));
  const puzzles = ["a", "b", "c"].map((id) => ({
    id,
    title: text(`問題${id}`, `Puzzle ${id}`),
    difficulty: "easy",
  }));
  server.answer(`GET /api/games/${GAME.id}/puzzles`, () => puzzles);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.removeItem("zashiki.solved");
});

const today = async () =>
  within(await screen.findByRole("region", { name: "Puzzle of the day" })).getByRole("link");

test("the puzzle of the day is the same all day long, and another on the next", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const shown: (string | null)[] = [];
  for (const time of ["2026-11-24T00:10:00", "2026-11-24T23:50:00", "2026-11-25T00:10:00"]) {
    vi.setSystemTime(new Date(time));
    render(PuzzlesPage);
    shown.push((await today()).getAttribute("href"));
    cleanup();
  }
  expect(shown[0]).toMatch(new RegExp(`^/puzzles/${GAME.id}/[abc]$`));
  expect(shown[0]).toBe(shown[1]);
  expect(shown[1]).not.toBe(shown[2]);
});

test("a page that is open over midnight shows the next day's puzzle", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-24T23:58:30"), shouldAdvanceTime: true });
  render(PuzzlesPage);
  const before = (await today()).getAttribute("href");
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await today()).getAttribute("href")).toBe(before);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await today()).getAttribute("href")).not.toBe(before);
});

test("the day is the server's, also if the device's clock is a day ahead", async () => {
  const shown: (string | null)[] = [];
  for (const ahead of [0, 1]) {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-11-${24 + ahead}T12:00:00`) });
    const games = server.answers.get("GET /api/games")!;
    const date = new Date("2026-11-24T12:00:00").toUTCString();
    server.answer("GET /api/games", async (asked) =>
      Response.json(await games(asked), { headers: { date } }),
    );
    render(PuzzlesPage);
    shown.push((await today()).getAttribute("href"));
    cleanup();
    server.answer("GET /api/games", games);
  }
  expect(shown[0]).toBe(shown[1]);
});

test("solved puzzles are marked", async () => {
  localStorage.setItem("zashiki.solved", `${GAME.id}/b`);
  render(PuzzlesPage);
  const rows = within(await screen.findByRole("region", { name: "A Game for Trying" }));
  expect(rows.getByRole("link", { name: /Puzzle b/ }).textContent).toContain("solved");
  expect(rows.getByRole("link", { name: /Puzzle c/ }).textContent).not.toContain("solved");
  // The next puzzle is the first that is not solved.
  const next = await screen.findByRole("region", { name: "Next puzzle for you" });
  const [link] = within(next).getAllByRole("link");
  expect(link?.getAttribute("href")).toBe(`/puzzles/${GAME.id}/a`);
});

test("a missing puzzle is explained", async () => {
  // The puzzle belongs to a game that the page can show.
  server.answer("GET /api/games/hostile", server.answers.get(`GET /api/games/${GAME.id}`)!);
  server.answer("GET /api/games/hostile/puzzles", () => []);
  render(PuzzlePage, { game: "hostile", id: "none" });
  await screen.findByRole("heading", { name: "There is no such puzzle" });
});

test("a game whose puzzles cannot be loaded says why, and the others are shown", async () => {
  const message = text("つながりません。", "There is no connection.");
  const other = { ...SUMMARY, id: "other", name: text("ほか", "Another") };
  const games = server.answers.get("GET /api/games")!;
  server.answer("GET /api/games", async (asked) => ({
    ...((await games(asked)) as object),
    games: [SUMMARY, other],
  }));
  server.answer("GET /api/games/other/puzzles", () => Response.json({ message }, { status: 503 }));
  render(PuzzlesPage);
  const known = within(await screen.findByRole("region", { name: "A Game for Trying" }));
  expect(known.getAllByRole("link", { name: /Puzzle/ })).toHaveLength(3);
  expect((await screen.findByRole("region", { name: "Another" })).textContent).toContain(
    message.en,
  );
});

test("a long list begins at the next puzzle, and the rest is shown on request", async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `p${n}`);
  const heading = (id: string) => ({ id, title: text(id, `Puzzle ${id}`), difficulty: "easy" });
  server.answer(`GET /api/games/${GAME.id}/puzzles`, () => ids.map(heading));
  localStorage.setItem(
    "zashiki.solved",
    ids
      .slice(0, 8)
      .map((id) => `${GAME.id}/${id}`)
      .join(" "),
  );
  render(PuzzlesPage);
  const rows = within(await screen.findByRole("region", { name: "A Game for Trying" }));
  const shown = () => rows.getAllByRole("listitem").map((row) => row.textContent);
  expect(shown()).toHaveLength(6);
  expect(shown()[0]).toContain("Puzzle 9");
  await fireEvent.click(rows.getByRole("button", { name: "Show all 20" }));
  expect(shown()).toHaveLength(20);
});
