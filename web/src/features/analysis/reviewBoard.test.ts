import { beforeEach, expect, test, vi } from "vitest";
import type { MoveReview } from "../../generated/bots";
import { largestFirst, ReviewBoard } from "./reviewBoard.svelte";

const label = { ja: "x", en: "x" };
const decision = (step: number, given: Partial<MoveReview> = {}): MoveReview => ({
  step,
  seat: 1,
  taken: { action: "bad", label },
  before: [400, 600],
  after: [600, 400],
  drawback: null,
  better: {
    action: "good",
    label,
    why: label,
    chances: [400, 600],
    steps: 0,
    plan: [],
    equal: [],
  },
  ...given,
});
const ACTIONS = ["a", "bad", "c"].map((action, index) => ({ seat: index % 2, action }));
const start = vi.fn();
let board: ReviewBoard;

beforeEach(() => {
  start.mockReset();
  board = new ReviewBoard({ start }, { game: "nothing", seats: 2 }, ACTIONS);
});
/** The actions, the step and the viewpoint that the board shows. */
const shown = () => {
  const [, actions, look] = start.mock.lastCall as [unknown, { action: string }[], object];
  return [actions.map(({ action }) => action).join(" "), look];
};

test("a decision is shown before it, after it, and after the better move", () => {
  board.choose(decision(2));
  expect(shown()).toEqual(["a bad c", { at: 1, eyes: 1 }]);
  board.show("taken");
  expect(shown()).toEqual(["a bad c", { at: 2, eyes: 1 }]);
  board.show("better");
  expect(shown()).toEqual(["a good", { at: 2, eyes: 1 }]);
});

test("a try gets its verdict at once, and a wrong move returns", () => {
  board.choose(decision(2));
  board.try("other");
  expect([board.verdict, board.shown]).toEqual(["other", "before"]);
  board.try("bad");
  expect([board.verdict, board.shown]).toEqual(["same", "before"]);
  board.try("good");
  expect([board.verdict, board.shown]).toEqual(["found", "better"]);
  expect(shown()).toEqual(["a good", { at: 2, eyes: 1 }]);
  // The next decision begins without a verdict.
  board.choose(decision(3));
  expect(board.verdict).toBeNull();
});

test("a step without a decision takes no moves", () => {
  board.goto(3, null);
  const calls = start.mock.calls.length;
  board.try("good");
  expect(start.mock.calls.length).toBe(calls);
  expect(board.verdict).toBeNull();
});

test("the largest mistakes come first, and decisions without a better move are none", () => {
  const all = [decision(1), decision(2, { better: null }), decision(3)];
  const lost = ({ step }: MoveReview) => step;
  expect(largestFirst(all, lost).map(({ step }) => step)).toEqual([3, 1]);
});
