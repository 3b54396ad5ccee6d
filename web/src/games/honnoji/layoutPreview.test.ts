import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DraftResult } from "../types";
import { exampleReading } from "./dev/positions";
import { Reader } from "./layoutPreview.svelte";

const answer = (text: string): DraftResult => ({
  reading: { ...exampleReading, recover: text.length },
  completed: null,
  refused: null,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the preview of a growing layout", () => {
  it("sends one request for several quick changes", async () => {
    const ask = vi.fn((text: string) => Promise.resolve(answer(text)));
    const reader = new Reader(ask);
    reader.read("a");
    reader.read("ab");
    expect(ask).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledExactlyOnceWith("ab");
    expect(reader.reading("ab")?.recover).toBe(2);
    expect(reader.reading("a")).toBeNull();
  });
  it("ignores late answers to earlier requests", async () => {
    const open: ((drafted: DraftResult) => void)[] = [];
    const reader = new Reader(() => new Promise((resolve) => open.push(resolve)));
    reader.read("a");
    await vi.runAllTimersAsync();
    reader.read("ab");
    await vi.runAllTimersAsync();
    open[1]!(answer("ab"));
    await vi.runAllTimersAsync();
    open[0]!(answer("a"));
    await vi.runAllTimersAsync();
    expect(reader.answer?.text).toBe("ab");
  });
  it("discards everything when it stops", async () => {
    const reader = new Reader((text) => Promise.resolve(answer(text)));
    reader.read("a");
    await vi.runAllTimersAsync();
    reader.stop();
    expect(reader.about("a")).toBeNull();
  });
});
