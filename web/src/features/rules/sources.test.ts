import { expect, test } from "vitest";
import { sourceWords } from "./sources";

test.each([
  ["「手札を配る」", "「手札を配る」", "the rulebook"],
  ["「「王」を置く」; AK3", "「「王」を置く」", "the rulebook"],
  ["derived from 「一」 and 「二」", "「一」「二」", "the rulebook"],
  ["reconstructed", "復元", "reconstructed"],
  ["the name; the picture is reconstructed", "復元", "reconstructed"],
  ["five cards: publisher's page", "公式ページ", "the publisher’s page"],
  ["ruling", "座敷の裁定", "our own ruling"],
  ["derived from Q-17 and Q-30", "座敷の裁定", "our own ruling"],
])("of %s players read no note of those who work on it", (source, ja, en) => {
  expect(sourceWords(source, "ja")).toBe(ja);
  expect(sourceWords(source, "en")).toBe(en);
});
