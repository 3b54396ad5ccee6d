// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetDate, learnDate } from "../../lib/clock";
import { language } from "../../lib/i18n/i18n.svelte";
import { LiveLobby, type Row } from "../lobby/lobby.svelte";
import Searching from "./Searching.svelte";

const seat = (name: string) => ({ name, bot: null, online: true, deserted: false });
const row = (table: string, created: number, names: string[]): Row => ({
  card: {
    table,
    game: "kokyu",
    options: {},
    from_position: false,
    terms: { time: null, late: "bot", listed: true, onlookers: true, rated: false, advice: false },
    seats: names.map(seat),
    started: false,
    onlookers: 0,
    created,
  },
  gone: false,
});

beforeEach(() => {
  vi.useFakeTimers();
  language.set("en");
});
afterEach(() => {
  cleanup();
  forgetDate();
  vi.useRealTimers();
});

test("the search tells how long it has taken by the server's clock, and how many wait", async () => {
  const lobby = new LiveLobby({ later: () => () => {}, random: () => 0, events: () => null });
  const began = Date.parse("2030-01-01T00:00:00Z");
  lobby.rows = [row("mine", began, ["", "Guest"]), row("other", began, ["Ada", ""])];
  learnDate(new Date(began + 12_000).toUTCString());
  render(Searching, { state: { table: "mine", game: "kokyu" }, lobby });
  expect(screen.getByRole("timer").textContent).toContain("0:12");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(screen.getByRole("timer").textContent).toContain("0:15");
  expect(screen.getByRole("status").textContent).toBe("2 people waiting in the lobby");
  expect(screen.getByRole("button", { name: "Play a bot meanwhile" })).toBeTruthy();
});
