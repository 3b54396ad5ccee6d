// @vitest-environment jsdom
import { expect, test } from "vitest";
import { editionIn, editionLink, MAX_LINK } from "./editionLink";

test("an edition in a link is read as it was written", async () => {
  const text = 'game = "kokyu"\n[points]\ntotal = 9\n# 乾隆';
  const link = await editionLink("kokyu", text);
  expect(link).toContain("/edition/kokyu#");
  expect(await editionIn(new URL(link!).hash)).toBe(text);
});

test("a link that would be cut off is not offered", async () => {
  const random = Array.from({ length: MAX_LINK * 2 }, (_, i) =>
    String.fromCharCode(33 + ((i * 7919 + ((i * i) % 613)) % 90)),
  ).join("");
  expect(await editionLink("kokyu", random)).toBeNull();
});

test("a damaged link is told from one without an edition", async () => {
  expect(await editionIn("")).toBe("");
  expect(await editionIn("#")).toBe("");
  const link = await editionLink("kokyu", "x".repeat(500));
  expect(await editionIn(new URL(link!).hash.slice(0, -6))).toBeNull();
  expect(await editionIn("#***")).toBeNull();
});
