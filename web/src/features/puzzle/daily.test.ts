import { expect, test } from "vitest";
import { ofTheDay } from "./daily";

const date = (day: number) => new Date(2026, 10, 1 + day, 23, 30);

test("the sets alternate, and each shows everything before a repetition", () => {
  for (const size of [1, 2, 10, 103]) {
    const one = Array.from({ length: size }, (_, at) => `one ${at}`);
    const other = ["other"];
    const days = Array.from({ length: 2 * size }, (_, day) =>
      ofTheDay([one, [], other], date(day)),
    );
    expect(new Set(days.filter((item) => item !== "other"))).toEqual(new Set(one));
    expect(days.filter((item) => item === "other")).toHaveLength(size);
  }
});

test("it is the same from midnight to midnight, and null without puzzles", () => {
  const set = ["a", "b", "c", "d", "e"];
  const at = (hour: number) => ofTheDay([set], new Date(2026, 10, 24, hour));
  expect(at(0)).toBe(at(23));
  expect(ofTheDay([set], new Date(2026, 10, 25))).not.toBe(at(0));
  expect(ofTheDay([[], []], date(0))).toBe(null);
});
