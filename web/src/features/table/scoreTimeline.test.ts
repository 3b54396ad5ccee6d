import { expect, test } from "vitest";
import { placeOf, scoreTimelineOf } from "./scoreTimeline";

const steps = (...scores: number[][]) => scores.map((each) => ({ scores: each }));

test("the turning point is the step after which the winner was never behind again", () => {
  const story = scoreTimelineOf(steps([0, 0], [0, 3], [4, 3], [4, 5], [7, 5]), [0]);
  expect(story).toEqual({
    lines: [
      [0, 0, 4, 4, 7],
      [0, 3, 3, 5, 5],
    ],
    range: [0, 7],
    turn: 4,
  });
});

test("a winner who always led has no turning point, nor one who was behind at the end", () => {
  expect(scoreTimelineOf(steps([0, 0], [1, 0]), [0])?.turn).toBeNull();
  expect(scoreTimelineOf(steps([0, 0], [0, 1]), [0])?.turn).toBeNull();
  expect(scoreTimelineOf(steps([0, 1], [2, 1]), [])?.turn).toBeNull();
});

test("scores that never change give no timeline", () => {
  expect(scoreTimelineOf(steps([0, 0], [0, 0]), [1])).toBeNull();
  expect(scoreTimelineOf([], [])).toBeNull();
});

test("equal scores share a rank, and winners come first whatever the score", () => {
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, [5, 9, 5, 1], [0]))).toEqual([1, 2, 3, 4]);
  expect([0, 1, 2].map((seat) => placeOf(seat, [5, 5, 1], [0, 1]))).toEqual([1, 1, 3]);
});
