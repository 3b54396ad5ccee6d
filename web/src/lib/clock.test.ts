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

/** Somebody sets the device's clock, or it sleeps while the monotonic clock stands: alike from here. */
const shift = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Follows gaps; what it returns counts them. */
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

test("dates are the server's, whatever the device says, and the device's until the server speaks", () => {
  shift(HOUR);
  expect(clock.date).toBe(START + HOUR);
  learnDate(new Date(START).toUTCString());
  expect(clock.date).toBe(START);
  shift(-3 * HOUR);
  vi.advanceTimersByTime(90 * SECOND);
  expect(clock.date).toBe(START + 90 * SECOND);
});

test("a response that was kept on the way, or that says no date, sets no date back", () => {
  learnDate(new Date(START).toUTCString());
  learnDate(new Date(START - HOUR).toUTCString());
  learnDate(null);
  learnDate("yesterday");
  expect(clock.date).toBe(START);
  // The device slept while the monotonic clock stood: the next response brings it up to date.
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

test("a gap is noticed as soon as the page is looked at again", () => {
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

test("a page that was frozen, or comes back out of the history, has a gap; once ended, none", () => {
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
