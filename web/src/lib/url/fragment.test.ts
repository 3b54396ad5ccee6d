import { expect, test } from "vitest";
import { fragmentOf } from "./fragment";

test("a fragment is decoded, and an invalid one is returned as it is", () => {
  expect(fragmentOf("#Q-12")).toBe("Q-12");
  expect(fragmentOf("#%E5%B8%AD")).toBe("席");
  expect(fragmentOf("#%")).toBe("%");
  expect(fragmentOf("")).toBe("");
});
