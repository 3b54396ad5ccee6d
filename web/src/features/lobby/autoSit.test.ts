import { expect, test } from "vitest";
import type { SeatState } from "../../generated/session";
import { AutoSit, sitOnArrival } from "./autoSit";

const seat = (name: string, bot: string | null = null): SeatState => ({
  name,
  bot,
  online: true,
  deserted: false,
});
const waiting = (seats: SeatState[]) => ({ seats, started: false, you: null });

test("a user who chose a table takes the first open seat there, and requests each once", () => {
  sitOnArrival("t1");
  const arrival = new AutoSit("t1");
  const table = waiting([seat("Mika"), seat("", "greedy"), seat(""), seat("")]);
  expect(arrival.seat(table)).toBe(2);
  // Another user took that seat faster, so the next open seat is requested.
  expect(arrival.seat(table)).toBe(3);
  expect(arrival.seat(table)).toBeNull();
});

test("a user with a seat or too late requests none, not even when one becomes free", () => {
  const table = waiting([seat("Mika"), seat("")]);
  for (const then of [
    { ...table, you: 1 },
    { ...table, started: true },
  ]) {
    sitOnArrival("t1");
    const arrival = new AutoSit("t1");
    expect(arrival.seat(then)).toBeNull();
    expect(arrival.seat(table)).toBeNull();
  }
});

test("the choice counts for one table and one arrival", () => {
  const table = waiting([seat("")]);
  sitOnArrival("t1");
  expect(new AutoSit("t2").seat(table)).toBeNull();
  expect(new AutoSit("t1").seat(table)).toBeNull();
});
