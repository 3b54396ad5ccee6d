import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  answerNew,
  finishLesson,
  hasPlayed,
  isIntroduced,
  keepHinted,
  keepResult,
  knowAll,
  nextStep,
  progressOf,
  reachStep,
  suggestedBot,
  suitableLevel,
} from "./progress.svelte";
import { refreshStoredData } from "../../lib/storage/storedData.svelte";

const LEVELS = ["novice", "beginner", "middle", "strong", "expert"];
const BOTS = LEVELS.map((id) => ({ id }));
const BOTH = ["first", "second"] as const;

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

const result = (table: string, bot: string, won: boolean) => keepResult("go", { table, bot, won });

test("a newcomer goes from the question over two lessons and a first game to games", () => {
  const steps = [nextStep("go", BOTH)];
  const follow = (change: () => void) => {
    change();
    steps.push(nextStep("go", BOTH));
  };
  follow(() => answerNew("go", true));
  follow(() => finishLesson("go", "first"));
  follow(() => result("t", "novice", false));
  follow(() => finishLesson("go", "second"));
  expect(steps).toEqual(["ask", "lesson", "firstGame", "secondLesson", "game"]);
  // A game without a second lesson, or without any, continues without it.
  expect(nextStep("go", ["first"])).toBe("game");
  expect(nextStep("chess", [])).toBe("game");
});

test("a first game with hints is a first game, but no result", () => {
  answerNew("go", true);
  finishLesson("go", "first");
  keepHinted("go");
  expect(nextStep("go", BOTH)).toBe("secondLesson");
  expect(progressOf("go").results).toEqual([]);
  refreshStoredData();
  expect(hasPlayed("go")).toBe(true);
});

test("users who know a game, or all of them, are not asked again", () => {
  answerNew("go", false);
  expect(nextStep("go", BOTH)).toBe("game");
  expect(nextStep("chess", BOTH)).toBe("ask");
  knowAll();
  expect(nextStep("chess", BOTH)).toBe("game");
  // The answer outlasts the visit.
  refreshStoredData();
  expect(nextStep("chess", BOTH)).toBe("game");
});

test("users who have seen the introduction at a table or played before are not asked", () => {
  localStorage.setItem("zashiki.met", "go shogi");
  expect(nextStep("go", BOTH)).toBe("game");
  result("t", "novice", true);
  expect(nextStep("go", BOTH)).toBe("game");
});

test("a lesson resumes where it was left, and a finished one is remembered", () => {
  reachStep("go", "first", 4);
  reachStep("go", "first", 2);
  refreshStoredData();
  expect(progressOf("go")).toMatchObject({ at: { first: 2 }, reached: { first: 4 }, done: [] });
  finishLesson("go", "first");
  finishLesson("go", "first");
  expect(progressOf("go")).toMatchObject({ at: { first: 2 }, done: ["first"] });
});

test("two victories at a level lead to the next, three defeats in a row to the one below", () => {
  const level = (line: string, start = 1) =>
    suitableLevel(
      LEVELS,
      [...line].map((sign) => ({ bot: LEVELS[1]!, won: sign === "w" })),
      start,
    );
  expect(level("")).toBe(1);
  expect(level("w")).toBe(1);
  expect(level("wlw")).toBe(2);
  expect(level("ll")).toBe(1);
  expect(level("lll")).toBe(0);
  expect(level("lwll")).toBe(1);
  // Victories over weaker bots change nothing; neither do defeats by stronger ones.
  expect(level("wwww", 3)).toBe(3);
  expect(level("llll", 0)).toBe(0);
  expect(suitableLevel(LEVELS, [{ bot: "gone", won: true }], 4)).toBe(4);
  expect(suitableLevel(LEVELS, Array(9).fill({ bot: "expert", won: true }), 0)).toBe(4);
});

test("the suggested bot is the weakest for newcomers and the middle one for others", () => {
  expect(suggestedBot("go", BOTS)?.id).toBe("middle");
  answerNew("go", true);
  expect(suggestedBot("go", BOTS)?.id).toBe("novice");
  result("one", "novice", true);
  // The result of a table counts once.
  result("one", "novice", true);
  expect(suggestedBot("go", BOTS)?.id).toBe("novice");
  result("two", "novice", true);
  expect(suggestedBot("go", BOTS)?.id).toBe("beginner");
  expect(suggestedBot("go", [])).toBeUndefined();
});

test("a user who has said whether a game is new gets no offer of its introduction", () => {
  expect(isIntroduced("go")).toBe(false);
  answerNew("go", false);
  expect([isIntroduced("go"), isIntroduced("shogi")]).toEqual([true, false]);
  answerNew("shogi", true);
  expect(isIntroduced("shogi")).toBe(true);
  knowAll();
  expect(isIntroduced("chess")).toBe(true);
});

test("faulty stored data counts as none", () => {
  localStorage.setItem("zashiki.progress", "{");
  refreshStoredData();
  expect(nextStep("go", BOTH)).toBe("ask");
  localStorage.setItem("zashiki.progress", '{"games":{"go":{"isNew":true}}}');
  refreshStoredData();
  expect(progressOf("go").results).toEqual([]);
});
