// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock, forgetDate, learnDate, monotonic, onGap } from "./clock";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const START = Date.UTC(2026, 10, 24, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  forgetDate();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Lets the device's clock advance and not the monotonic clock: either the clock was set, or the
 * device slept while the monotonic clock stopped.
 */
const shift = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Starts to count gaps of time; returns the counter and the function that ends the counting. */
function follow() {
  const heard = vi.fn();
  return { heard, end: onGap(heard) };
}

test("the monotonic clock does not follow the device's", () => {
  const before = monotonic();
  shift(HOUR);
  vi.advanceTimersByTime(SECOND);
  shift(-2 * HOUR);
  vi.advanceTimersByTime(SECOND);
  expect(monotonic() - before).toBe(2 * SECOND);
});

test("dates are the server's, whatever the device says, and the device's until the server answers", () => {
  shift(HOUR);
  expect(clock.date).toBe(START + HOUR);
  learnDate(new Date(START).toUTCString());
  expect(clock.date).toBe(START);
  shift(-3 * HOUR);
  vi.advanceTimersByTime(90 * SECOND);
  expect(clock.date).toBe(START + 90 * SECOND);
});

test("a cached response, or one without a date, sets no date back", () => {
  learnDate(new Date(START).toUTCString());
  learnDate(new Date(START - HOUR).toUTCString());
  learnDate(null);
  learnDate("yesterday");
  expect(clock.date).toBe(START);
  // The device slept while the monotonic clock stopped: the next response corrects it.
  learnDate(new Date(START + HOUR).toUTCString());
  expect(clock.date).toBe(START + HOUR);
});

test("while time passes as usual there is no gap, also with clocks that drift", () => {
  const { heard, end } = follow();
  for (let minute = 0; minute < 60; minute++) {
    vi.advanceTimersByTime(60 * SECOND);
    shift(100);
    document.dispatchEvent(new Event("visibilitychange"));
  }
  expect(heard).not.toHaveBeenCalled();
  end();
});

test.each([HOUR, -HOUR])("a device's clock that jumps by %d ms is a gap, once", (ms) => {
  const { heard, end } = follow();
  shift(ms);
  vi.advanceTimersByTime(60 * SECOND);
  expect(heard).toHaveBeenCalledTimes(1);
  end();
});

test("a gap is noticed as soon as the page is visible again", () => {
  const { heard, end } = follow();
  shift(HOUR);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(heard).toHaveBeenCalledTimes(1);
  end();
});

test("a page that did not run for long has a gap, though both clocks ran", () => {
  const { heard, end } = follow();
  const slept = monotonic() + HOUR;
  vi.spyOn(performance, "now").mockImplementation(() => slept);
  shift(HOUR);
  vi.advanceTimersByTime(5 * SECOND);
  expect(heard).toHaveBeenCalledTimes(1);
  end();
});

test("a page that was frozen, or restored from the history, has a gap; after the end, none", () => {
  const { heard, end } = follow();
  document.dispatchEvent(new Event("resume"));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(heard).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(heard).toHaveBeenCalledTimes(2);
  end();
  document.dispatchEvent(new Event("resume"));
  shift(HOUR);
  vi.advanceTimersByTime(60 * SECOND);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
