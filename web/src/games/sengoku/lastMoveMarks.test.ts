import { expect, it } from "vitest";
import type { Event } from "../../generated/sengoku";
import type { DescribedEvent } from "../../generated/core";
import { placed } from "./dev/positions";
import { latest } from "./lastMoveMarks";

const told = (event: Event): DescribedEvent => ({ event, text: { ja: "", en: "" }, rule: null });
const SHEET = ["0 24 B3 B2", "1 36 E1 F1", "0 16 D4 D3"].map(placed);

it("marks the domino that each seat laid last", () => {
  expect([...latest(new Map(), SHEET).dominoes]).toEqual([
    ["D4", 0],
    ["E1", 1],
  ]);
  expect(latest(new Map(), []).dominoes.size).toBe(0);
});

it("marks everything that the last decisions settled", () => {
  const line = (line: number): Event => ({
    event: "line",
    field: 1,
    line,
    sums: [2, 4],
    winner: null,
  });
  const out = latest(
    new Map([
      [0, [told(line(3)), told(line(7))]],
      [1, [told(line(0)), told({ event: "castle", field: 1, flowers: [6, 4], winner: 0 })]],
    ]),
    SHEET,
  );
  expect(out.lines).toEqual(new Set(["1-3", "1-7", "1-0"]));
  expect(out.castles).toEqual(new Set([1]));
});
