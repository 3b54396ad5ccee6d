import { expect, test } from "vitest";
import { courseOf, turningPointOf } from "./turningPoint";

const steps = (...scores: number[][]) => scores.map((each) => ({ scores: each }));

test("the turning point is the step after which the winner was never behind again", () => {
  const game = steps([0, 0], [0, 3], [4, 3], [4, 5], [7, 5]);
  expect(turningPointOf(game, [0])).toEqual({ step: 4, episode: null });
});

test("a winner who always led has no turning point, nor one who was behind at the end", () => {
  expect(turningPointOf(steps([0, 0], [1, 0]), [0])).toBeNull();
  expect(turningPointOf(steps([0, 0], [0, 1]), [0])).toBeNull();
  expect(turningPointOf(steps([0, 1], [2, 1]), [])).toBeNull();
  expect(turningPointOf(steps([0, 1], [2, 1]), [0, 1])).toBeNull();
  expect(turningPointOf([], [0])).toBeNull();
});

test("a course without a turning point says whether the winner led or was behind to the end", () => {
  expect(courseOf(steps([0, 0], [1, 0]), [0])).toBe("neverBehind");
  expect(courseOf(steps([0, 0], [0, 1]), [0])).toBe("behindToTheEnd");
  expect(courseOf(steps([0, 0], [0, 1]), [])).toBeNull();
  expect(courseOf(steps([0, 1], [2, 1]), [0])).toEqual({ step: 1, episode: null });
});

test("in its step it is the episode in which the winners caught up", () => {
  const told = (text: string, ...changes: [seat: number, amount: number][]) => ({
    events: 1,
    seat: null,
    text,
    changes: changes.map(([seat, amount]) => ({ seat, amount, cause: "any" })),
  });
  const episodes = [told("a", [0, 1]), told("b"), told("c", [0, 3], [1, -1]), told("d", [0, 2])];
  const game = [{ scores: [0, 4] }, { scores: [6, 3], episodes }];
  expect(turningPointOf(game, [0])).toEqual({ step: 1, episode: episodes[2] });
});

test("seats that win together are behind by the sum of their scores", () => {
  const sides = [
    [0, 3],
    [1, 2],
  ];
  const game = steps([0, 0, 0, 0], [5, 4, 4, 0], [5, 4, 4, 4], [5, 6, 4, 4]);
  expect(turningPointOf(game, [0, 3], sides)).toBeNull();
  expect(turningPointOf(game.slice(0, 3), [0, 3], sides)).toEqual({ step: 2, episode: null });
});
