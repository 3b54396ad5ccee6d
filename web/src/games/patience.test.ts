// @vitest-environment jsdom
import { expect, test } from "vitest";
import { loadGame } from ".";
import { FRAME_MS } from "../lib/story/pace";

test("a round of 乾隆後宮 takes at most 8 seconds at normal speed, and HONNOJI's reveal has 20", async () => {
  const kokyu = (await loadGame("kokyu"))!;
  const honnoji = (await loadGame("honnoji"))!;
  expect((kokyu.patience! * FRAME_MS.normal) / 1_000).toBeLessThanOrEqual(8);
  expect((honnoji.patience! * FRAME_MS.normal) / 1_000).toBeGreaterThanOrEqual(20);
});
