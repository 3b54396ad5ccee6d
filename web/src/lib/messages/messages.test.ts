import { expect, test } from "vitest";
import { catalogues } from ".";

const { ja, en } = catalogues;

test("both catalogues have the same keys, of the same kind", () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(typeof ja[key], key).toBe(typeof en[key]);
    if (typeof en[key] === "function") expect(ja[key].length, key).toBe(en[key].length);
  }
});

test("no message is empty, and the Japanese ones are Japanese", () => {
  for (const [key, value] of Object.entries(ja)) {
    const text = typeof value === "string" ? value : (value as (...of: never[]) => string)();
    expect(text.trim(), key).not.toBe("");
    expect(text, key).toMatch(/[\u3000-\u30ff\u4e00-\u9fff]/);
  }
  for (const [key, value] of Object.entries(en)) {
    if (typeof value === "string") expect(value.trim().length, key).toBeGreaterThan(0);
  }
});
