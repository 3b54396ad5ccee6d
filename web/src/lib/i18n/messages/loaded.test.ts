import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

test("all texts are there for a page that was asked for before the first texts were", async () => {
  const { bundleIn, hasMessages, loadAllMessages, loadMessages } = await import("./loaded");
  const [first, all] = [loadMessages("en"), loadAllMessages()];
  await first;
  expect(bundleIn("en").page).toBeDefined();
  await all;
  expect(hasMessages("en")).toBe(true);
  expect(bundleIn("en").device).toBeDefined();
  expect(hasMessages("ja")).toBe(false);
});
