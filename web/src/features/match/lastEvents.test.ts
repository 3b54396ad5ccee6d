import { expect, test } from "vitest";
import { lastEventsOf } from "./lastEvents";

test("only the last decision of each seat counts, and the opening belongs to none", () => {
  const told = (event: string) => [{ event, text: { ja: event, en: event }, rule: null }];
  const log = [
    { number: 0, seat: null, told: told("deal") },
    { number: 1, seat: 0, told: told("a") },
    { number: 2, seat: 1, told: told("b") },
    { number: 3, seat: 0, told: told("c") },
  ];
  expect([...lastEventsOf(log, 2)]).toEqual([
    [0, told("c")],
    [1, told("b")],
  ]);
});
