import { expect, test } from "vitest";
import { cutAround } from "./cutOut";

const board = { width: 900, height: 600 };
const frame = { width: 300, height: 200 };

test("a part contains its places, has the frame's proportions, and stays on the board", () => {
  for (const left of [0, 400, 860])
    for (const top of [0, 300, 580]) {
      const place = { left, top, width: 40, height: 20 };
      const part = cutAround([place], board, frame);
      expect(part.width / part.height).toBeCloseTo(1.5);
      expect(part.left).toBeGreaterThanOrEqual(0);
      expect(part.top).toBeGreaterThanOrEqual(0);
      expect(part.left + part.width).toBeLessThanOrEqual(900);
      expect(part.top + part.height).toBeLessThanOrEqual(600);
      expect(part.left).toBeLessThanOrEqual(left);
      expect(part.left + part.width).toBeGreaterThanOrEqual(left + 40);
      expect(part.top + part.height).toBeGreaterThanOrEqual(top + 20);
    }
});

test("a small place is enlarged four times at most; places far apart take the whole board", () => {
  expect(cutAround([{ left: 450, top: 300, width: 2, height: 2 }], board, frame).width).toBe(225);
  const corners = [
    { left: 0, top: 0, width: 10, height: 10 },
    { left: 890, top: 590, width: 10, height: 10 },
  ];
  expect(cutAround(corners, board, frame)).toEqual({ left: 0, top: 0, width: 900, height: 600 });
});

test("without places, the whole board fits the frame of any proportions", () => {
  const tall = cutAround([], board, { width: 200, height: 400 });
  expect(tall.width).toBe(900);
  const wide = cutAround([], board, { width: 400, height: 100 });
  expect(wide.height).toBe(600);
  expect(wide.left).toBeLessThan(0);
});
