import { expect, test } from "vitest";
import { messagesIn } from "../messages";
import { counted, ordinal } from "./en";

test("a noun agrees with its number", () => {
  expect([0, 1, 2, 21].map((n) => counted(n, "card", "cards"))).toEqual([
    "0 cards",
    "1 card",
    "2 cards",
    "21 cards",
  ]);
});

test("counts on the page are correct", () => {
  const en = messagesIn("en");
  expect(en.choicesCount(1)).toBe("1 choice");
  expect(en.timeRunsOut(1)).toBe("1 second left");
  expect(en.timeRunsOut(30)).toBe("30 seconds left");
  expect(en.componentsReconstructed(1, 1)).toBe("1 of 1 kind of components is reconstructed");
  expect(en.componentsReconstructed(2, 9)).toBe("2 of 9 kinds of components are reconstructed");
});

test("places are ordinal numbers", () => {
  expect([1, 2, 3, 4, 11, 21].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "21st"]);
});
