// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Reading } from "../../generated/shinra";
import { status } from "./setup";

const reading = (change: Partial<Extract<Reading, { kind: "arrange" }>> = {}): Reading => ({
  kind: "arrange",
  seat: 0,
  squares: [],
  left: [],
  missing: { king: 0, single: 2, stack2: -1, stack3: 1 },
  problems: [
    { square: "a1", why: { rule: "K-18", message: { ja: "同じ名称です。", en: "A name twice." } } },
  ],
  warnings: [],
  ...change,
});

describe("status", () => {
  it("contains missing cards and errors, in words", () => {
    const refused = { rule: "K-33", message: { ja: "", en: "" } };
    const found = status({ reading: reading(), completed: "arrange a1=shu", refused }, "en");
    expect(found?.missing).toEqual(["singles: 2", "stacks of three: 1"]);
    expect(found?.problems).toEqual([{ square: "a1", text: "A name twice.", rule: "K-18" }]);
    expect(found?.completed).toBe("arrange a1=shu");
    expect(found?.ready).toBe(false);
  });

  it("is ready when nothing is refused", () => {
    const done = reading({ problems: [], missing: { king: 0, single: 0, stack2: 0, stack3: 0 } });
    const found = status({ reading: done, completed: null, refused: null }, "ja");
    expect(found).toMatchObject({ missing: [], problems: [], ready: true });
  });

  it("is null without an answer, or for another kind of answer", () => {
    expect(status(null, "ja")).toBeNull();
    const other = { kind: "reach" } as Reading;
    expect(status({ reading: other, completed: null, refused: null }, "ja")).toBeNull();
  });
});
