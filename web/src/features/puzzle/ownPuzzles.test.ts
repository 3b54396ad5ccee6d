import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MoveReview } from "../../generated/bots";
import {
  keepMistakes,
  mistakesOf,
  ownPuzzles,
  removeOwnPuzzle,
  solveOwnPuzzle,
} from "./ownPuzzles.svelte";
import { refreshStoredData } from "../../lib/storage/storedData.svelte";

const move = (step: number, seat: number, loss: number, better = true) =>
  ({
    step,
    seat,
    taken: { action: `bad ${step}`, label: "bad" },
    before: [500, 500],
    after: [500 - (seat === 0 ? loss : 0), 500 - (seat === 1 ? loss : 0)],
    better: better ? { action: `good ${step}`, label: "good" } : null,
  }) as unknown as MoveReview;
const decisions = [
  move(1, 0, 90),
  move(2, 1, 400),
  move(3, 0, 300),
  move(4, 0, 20),
  move(5, 0, 200, false),
  move(6, 0, 120),
  move(7, 0, 150),
];
const review = { decisions };
const actions = decisions.map(({ seat, taken }) => ({ seat, action: taken.action }));

const game = { start: { game: "go", seats: 2, seed: "1" }, actions };

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

test("the user's largest mistakes with a better action are the puzzles", () => {
  expect(mistakesOf(review, 0).map(({ step }) => step)).toEqual([3, 7, 6]);
  expect(mistakesOf(review, 1).map(({ step }) => step)).toEqual([2]);
});

test("the mistakes of a game are kept once, with the position before each", () => {
  keepMistakes("table", 0, review, game);
  expect(ownPuzzles.all.map(({ id, lost }) => [id, lost])).toEqual([
    ["table-3", 30],
    ["table-7", 15],
    ["table-6", 12],
  ]);
  expect(ownPuzzles.all[0]).toMatchObject({ better: { action: "good 3" }, seat: 0 });
  expect(ownPuzzles.all[0]!.actions).toEqual(actions.slice(0, 2));
  removeOwnPuzzle("table-7");
  solveOwnPuzzle("table-3");
  keepMistakes("table", 0, review, game);
  refreshStoredData();
  expect(ownPuzzles.all.map(({ id, solved }) => [id, solved])).toEqual([
    ["table-3", true],
    ["table-6", false],
  ]);
});

test("no more than forty puzzles are kept", () => {
  for (let n = 0; n < 20; n++) keepMistakes(`t${n}`, 0, review, game);
  expect(ownPuzzles.all).toHaveLength(40);
  expect(ownPuzzles.all.at(-1)?.table).toBe("t19");
});
