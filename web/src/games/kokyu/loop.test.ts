import { describe, expect, it } from "vitest";
import { circumference, loop, walk, type LoopSize } from "./loop";

const size: LoopSize = { width: 600, height: 320, road: 60, corner: 60 };

describe("loop", () => {
  it("has one place for every square, start below, half-way above", () => {
    for (const n of [8, 12, 20]) {
      const squares = loop(n, n / 2, size);
      expect(squares).toHaveLength(n);
      expect(squares[0]?.centre).toEqual({ x: 300, y: 290 });
      expect(squares[n / 2]?.centre.y).toBe(30);
      expect(squares[n / 2]?.centre.x).toBeCloseTo(300, 0);
    }
  });

  it("goes clockwise: from below to the left, then up, then right", () => {
    const squares = loop(12, 6, size);
    expect(squares[1]!.centre.x).toBeLessThan(300);
    expect(squares[3]!.centre.x).toBe(30);
    expect(squares[9]!.centre.x).toBe(570);
    expect(squares[3]!.heading).toBeCloseTo(-90);
    expect(Math.abs(squares[6]!.heading)).toBeCloseTo(0);
    expect(squares[9]!.heading).toBeCloseTo(90);
  });

  it("keeps every square inside the drawing and apart from the next", () => {
    const squares = loop(12, 6, size);
    squares.forEach(({ centre }, i) => {
      expect(centre.x).toBeGreaterThanOrEqual(30);
      expect(centre.x).toBeLessThanOrEqual(570);
      expect(centre.y).toBeGreaterThanOrEqual(30);
      expect(centre.y).toBeLessThanOrEqual(290);
      const next = squares[(i + 1) % squares.length]!.centre;
      expect(Math.hypot(next.x - centre.x, next.y - centre.y)).toBeGreaterThan(44);
    });
  });

  it("makes the tea square the largest", () => {
    const squares = loop(12, 5, size);
    const gap = (a: number, b: number) =>
      Math.hypot(
        squares[a]!.centre.x - squares[b]!.centre.x,
        squares[a]!.centre.y - squares[b]!.centre.y,
      );
    expect(gap(5, 6)).toBeGreaterThan(gap(7, 8));
  });

  it("measures its own length", () => {
    expect(circumference({ width: 110, height: 110, road: 10, corner: 0 })).toBe(400);
  });
});

describe("walk", () => {
  it("goes square by square", () => {
    expect(walk(12, { square: 2, laps: 0 }, { square: 5, laps: 0 })).toEqual([2, 3, 4, 5]);
  });
  it("passes the start into a new lap", () => {
    expect(walk(12, { square: 10, laps: 0 }, { square: 1, laps: 1 })).toEqual([10, 11, 0, 1]);
  });
  it("goes back when pushed", () => {
    expect(walk(12, { square: 4, laps: 1 }, { square: 2, laps: 1 })).toEqual([4, 3, 2]);
  });
  it("stays", () => {
    expect(walk(12, { square: 0, laps: 0 }, { square: 0, laps: 0 })).toEqual([0]);
  });
});
