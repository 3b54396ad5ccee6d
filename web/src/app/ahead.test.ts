import { expect, test, vi } from "vitest";
import type { Route } from "../lib/url/routes";

const begun: string[] = [];
const begin = (what: string) => {
  begun.push(what);
  // What cannot be loaded now is reported where it is needed, and not here.
  return Promise.reject(new Error("no network"));
};
vi.mock("./pages", () => ({
  pageAt: (route: Route) => ({ load: () => begin(`page ${route.page}`) }),
}));
vi.mock("../games", () => ({ loadGame: (game: string) => begin(`board ${game}`) }));
vi.mock("../lib/api/games", () => ({ getGame: (game: string) => begin(`data ${game}`) }));
vi.mock("../lib/api/dispatch", () => ({
  device: () => Promise.resolve({ warm: (game: string) => begun.push(`engine ${game}`) }),
}));
const { loadAhead } = await import("./ahead");

/** The parts that begin to load for an address, in this order. */
async function loadedFor(route: Route): Promise<string[]> {
  begun.length = 0;
  loadAhead(route);
  await new Promise((done) => setTimeout(done));
  return [...begun];
}
const table = "local-kokyu-0123456789";

test("a table of this device loads its page, its board and its engine at the same time", async () => {
  expect(await loadedFor({ page: "table", table })).toEqual([
    "page table",
    "board kokyu",
    "data kokyu",
    "engine kokyu",
  ]);
});

test("other pages load the board that their address names, and no engine", async () => {
  const puzzle = { page: "puzzle", game: "kokyu", puzzle: "a" } as const;
  expect(await loadedFor(puzzle)).toEqual(["page puzzle", "board kokyu", "data kokyu"]);
  expect(await loadedFor({ ...puzzle, game: "own" })).toEqual(["page puzzle"]);
  expect(await loadedFor({ page: "table", table: "0123456789abcdef" })).toEqual(["page table"]);
  expect(await loadedFor({ page: "home" })).toEqual(["page home"]);
});
