import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayOf } from "./daily";
import { count, puzzleProgress, ratingAfter, solveOn, streakOf } from "./puzzleProgress.svelte";
import { refreshStoredData } from "../../lib/storage/storedData.svelte";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  refreshStoredData();
});
afterEach(() => {
  vi.unstubAllGlobals();
  refreshStoredData();
});

test("a puzzle counts once, by the first attempt", () => {
  expect(puzzleProgress.rating).toBeNull();
  const change = count("go/a", "easy", true)!;
  expect(change).toBeGreaterThan(40);
  expect(puzzleProgress.rating).toBe(1000 + change);
  expect(count("go/a", "easy", false)).toBeNull();
  expect(count("go/b", "hard", false)).toBeGreaterThan(-10);
  refreshStoredData();
  expect(puzzleProgress.rating).toBeGreaterThan(1000);
});

test("a hard puzzle moves the rating more if it is solved, an easy one if it is missed", () => {
  expect(ratingAfter(1000, 1700, true, 0)).toBeGreaterThan(ratingAfter(1000, 800, true, 0));
  expect(ratingAfter(1000, 1700, false, 0)).toBeGreaterThan(ratingAfter(1000, 800, false, 0));
  // An equal opponent: half of the largest change, which falls after some puzzles.
  expect(ratingAfter(1000, 1000, true, 0)).toBe(1040);
  expect(ratingAfter(1000, 1000, true, 12)).toBe(1016);
});

test("a streak counts days by the reader's own midnight and lasts to the end of the next day", () => {
  const day = (date: number, time = "12:00") => new Date(`2026-11-${date}T${time}:00`);
  expect(puzzleProgress.streak(day(20))).toBe(0);
  for (const each of [day(20, "23:59"), day(21, "00:01"), day(21, "20:00"), day(22)]) solveOn(each);
  expect(puzzleProgress.streak(day(22))).toBe(3);
  expect(puzzleProgress.streak(day(23, "23:59"))).toBe(3);
  expect(puzzleProgress.streak(day(24, "00:01"))).toBe(0);
  const days = [20, 22, 23].map((each) => dayOf(day(each)));
  expect(streakOf(days, day(23))).toBe(2);
});
