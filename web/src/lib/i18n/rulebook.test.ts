import { expect, test } from "vitest";
import type { Term } from "../../generated/core";
import { rulebook } from "./rulebook.svelte";

const term = (ja: string, en: string): Term => ({ ja, en, rules: [] });

test("a list of small boards has the terms of each of their games", () => {
  expect(rulebook.name("hostile", "line")).toEqual({ ja: "line", en: "line" });
  rulebook.learn("hostile", { line: term("場の列", "the line") });
  rulebook.learn("kokyu", { line: term("行列", "the queue") });
  expect(rulebook.name("hostile", "line").ja).toBe("場の列");
  expect(rulebook.name("kokyu", "line").ja).toBe("行列");
  // The game of the page itself has no other's terms.
  rulebook.use({ glossary: { turn: term("手番", "turn") } });
  expect(rulebook.name("shinra", "turn").ja).toBe("手番");
  expect(rulebook.name("kokyu", "line").ja).toBe("行列");
});
