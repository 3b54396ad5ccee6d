import { expect, test } from "vitest";
import type { MoveReview, Review } from "../../generated/bots";
import { givenAway, lastStep, leaders, lineOf, percentOf, signed, tenths } from "./review";

const judged = (step: number, seat: number, before: number[], after: number[]): MoveReview => ({
  step,
  seat,
  taken: { action: "x", label: "x" },
  before,
  after,
  better: null,
  drawback: null,
});

const review: Review = {
  game: "any",
  sides: [[0], [1]],
  bot: "ismcts:sims=200",
  levels_differ: false,
  decisions: [judged(1, 0, [600, 400], [500, 500]), judged(4, 1, [450, 550], [450, 550])],
  result: [0, 1000],
  turning_points: [],
  accounts: [],
};

test("a curve goes through before and after of each decision and ends at the result", () => {
  expect(lineOf(review, 1, 6)).toEqual([
    { at: 0, chance: 400 },
    { at: 1, chance: 500 },
    { at: 3, chance: 550 },
    { at: 4, chance: 550 },
    { at: 6, chance: 1000 },
  ]);
  expect(lineOf({ ...review, result: null }, 0, 6)).toHaveLength(4);
});

test("winners who share a side have one curve", () => {
  expect(leaders(review)).toEqual([0, 1]);
  expect(
    leaders({
      sides: [
        [0, 3],
        [1, 2],
      ],
    }),
  ).toEqual([0, 1]);
});

test("the loss of a decision is the deciding seat’s, in percentage points", () => {
  expect(review.decisions.map(givenAway)).toEqual([100, 0]);
  expect([percentOf(734), signed(-120), signed(55), signed(-4)]).toEqual([73, "−12", "+6", "0"]);
  expect([tenths(116), tenths(0)]).toEqual(["11.6", "0.0"]);
  expect(lastStep(review)).toBe(4);
});
