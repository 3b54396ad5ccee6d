import { expect, test } from "vitest";
import { placeOf, scoreTimelineOf } from "./scoreTimeline";

const steps = (...scores: number[][]) => scores.map((each) => ({ scores: each }));

test("a timeline has a line for each seat, and the range of all", () => {
  expect(scoreTimelineOf(steps([0, 0], [0, 3], [4, 3]))).toEqual({
    lines: [
      [0, 0, 4],
      [0, 3, 3],
    ],
    range: [0, 4],
  });
});

test("scores that never change give no timeline", () => {
  expect(scoreTimelineOf(steps([0, 0], [0, 0]))).toBeNull();
  expect(scoreTimelineOf([])).toBeNull();
});

test("equal scores share a rank, and winners come first whatever the score", () => {
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, [5, 9, 5, 1], [0]))).toEqual([1, 2, 3, 4]);
  expect([0, 1, 2].map((seat) => placeOf(seat, [5, 5, 1], [0, 1]))).toEqual([1, 1, 3]);
});
