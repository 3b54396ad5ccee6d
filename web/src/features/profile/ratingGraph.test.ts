import { expect, test } from "vitest";
import { ratingGraph } from "./ratingGraph";

const step = (points: number, margin: number, at = 0) => ({
  at,
  points,
  margin,
  provisional: false,
  table: "t",
});

test("the scale has few round lines, and everything is within them", () => {
  for (const spread of [0, 1, 30, 120, 700, 4_000, 90_000]) {
    const graph = ratingGraph([step(1_500, 20), step(1_500 + spread, 30), step(1_490, 25)]);
    const [low, high] = graph.range;
    expect(graph.levels.length).toBeGreaterThanOrEqual(2);
    expect(graph.levels.length).toBeLessThanOrEqual(6);
    expect([graph.levels[0], graph.levels.at(-1)]).toEqual([low, high]);
    for (const { low: least, high: most } of graph.band) {
      expect(least).toBeGreaterThanOrEqual(low);
      expect(most).toBeLessThanOrEqual(high);
    }
  }
  expect(ratingGraph([step(1_512, 80)]).levels).toEqual([1_400, 1_450, 1_500, 1_550, 1_600]);
});

test("a rating without deviation still has a scale", () => {
  expect(ratingGraph([step(1_500, 0)]).range).toEqual([1_500, 1_550]);
});
