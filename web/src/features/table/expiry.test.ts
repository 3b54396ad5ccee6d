import { expect, test } from "vitest";
import { lateSeats } from "./expiry";

const log = [null, 0, 1, 0, 1].map((seat, number) => ({ seat, number }));

test("a seat is late if its clock made its latest step, until it decides again", () => {
  expect([...lateSeats(log, [])]).toEqual([]);
  expect([...lateSeats(log, [1])]).toEqual([]);
  expect([...lateSeats(log, [1, 3])]).toEqual([[0, 3]]);
  expect([...lateSeats(log.slice(0, 2), [1])]).toEqual([[0, 1]]);
  expect([...lateSeats([...log, { seat: 0, number: 5 }], [3, 4])]).toEqual([[1, 4]]);
});
