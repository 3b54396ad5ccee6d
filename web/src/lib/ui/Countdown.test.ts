// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { monotonic } from "../clock";
import Countdown from "./Countdown.svelte";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () => screen.getByRole("timer").textContent!.match(/[\d:]+$/)![0];
const pass = async (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test.each([HOUR, -HOUR])("a device's clock that is set by %d ms changes nothing", async (ms) => {
  render(Countdown, { deadline: monotonic() + 600_000 });
  expect(shown()).toBe("10:00");
  vi.setSystemTime(Date.now() + ms);
  await pass(5);
  expect(shown()).toBe("9:55");
  vi.setSystemTime(Date.now() - ms);
  await pass(5);
  expect(shown()).toBe("9:50");
});

test("a device's clock that is wrong by a day from the start changes nothing", async () => {
  vi.setSystemTime(Date.now() + 24 * HOUR);
  render(Countdown, { deadline: monotonic() + 31_000 });
  await pass(1);
  expect(shown()).toBe("0:30");
});

test("short time has a frame, and the last seconds a filled box", async () => {
  render(Countdown, { deadline: monotonic() + 32_000 });
  const looks = () =>
    [...screen.getByRole("timer").classList].filter((name) => /few|last/.test(name));
  expect(looks()).toEqual([]);
  await pass(2);
  expect(looks()).toEqual(["few"]);
  await pass(20);
  expect(looks()).toEqual(["few", "last"]);
});

test("at its end it shows nothing left, and continues when there is more again", async () => {
  const { rerender } = render(Countdown, { deadline: monotonic() + 2_000 });
  await pass(3);
  expect(shown()).toBe("0:00");
  await rerender({ deadline: monotonic() + 20_000 });
  await pass(5);
  expect(shown()).toBe("0:15");
});

test("a stopped clock needs no timer, and no timer stays without a reader", async () => {
  const { rerender } = render(Countdown, { bank: 61_000 });
  expect(shown()).toBe("1:01");
  await pass(5);
  expect(shown()).toBe("1:01");
  expect(vi.getTimerCount()).toBe(0);
  await rerender({ deadline: monotonic() + 20_000 });
  await pass(1);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  cleanup();
  await pass(1);
  expect(vi.getTimerCount()).toBe(0);
});
