import { expect, test } from "vitest";
import { widthOf } from "./textWidth";

test("CJK characters are as wide as they are high, others narrower", () => {
  expect(widthOf("王将", 0.5)).toBe(2);
  expect(widthOf("King", 0.5)).toBe(2);
  // A character outside the basic plane is one character.
  expect(widthOf("𠮷野2", 0.5)).toBe(2.5);
  expect(widthOf("", 0.5)).toBe(0);
});
