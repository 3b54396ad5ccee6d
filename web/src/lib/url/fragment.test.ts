import { expect, test } from "vitest";
import { fragmentOf } from "./fragment";

test("a fragment is read, and a broken one is none of it", () => {
  expect(fragmentOf("#Q-12")).toBe("Q-12");
  expect(fragmentOf("#%E5%B8%AD")).toBe("席");
  expect(fragmentOf("#%")).toBe("%");
  expect(fragmentOf("")).toBe("");
});
