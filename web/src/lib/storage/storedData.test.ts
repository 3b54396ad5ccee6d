import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StoredData } from "./storedData.svelte";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const numbers = () =>
  new StoredData("numbers", (found): readonly number[] => (Array.isArray(found) ? found : []));

test("a change starts from what another page has stored meanwhile", () => {
  const data = numbers();
  kept.set("numbers", "[1]");
  expect(data.now).toEqual([]);
  data.change((before) => [...before, 2]);
  expect([data.now, kept.get("numbers")]).toEqual([[1, 2], "[1,2]"]);
  kept.set("numbers", "[3]");
  data.refresh();
  expect(data.now).toEqual([3]);
});

test("nothing is stored without a change, and faulty data counts as none", () => {
  const data = numbers();
  data.change((before) => before);
  expect(kept.has("numbers")).toBe(false);
  kept.set("numbers", "{");
  data.refresh();
  expect(data.now).toEqual([]);
});
