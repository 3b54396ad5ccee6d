import { describe, expect, it } from "vitest";
import { arranged, packed } from "./geometry";

describe("packing squares", () => {
  it("offers every number of columns with the rows it needs", () => {
    expect(packed(3)).toBe(
      "max(min(100cqw / 1, 100cqh / 3), min(100cqw / 2, 100cqh / 2), min(100cqw / 3, 100cqh / 1))",
    );
  });
  it("is valid for nothing, too", () => {
    expect(packed(0)).toBe("max(min(100cqw / 1, 100cqh / 1))");
  });
});

describe("arranging squares", () => {
  it("makes them as large as possible, in rows that suit the box", () => {
    expect(arranged(3, 90, 30, { most: 96 })).toEqual({
      side: 30,
      below: 0,
      places: [
        { x: 0, y: 0 },
        { x: 30, y: 0 },
        { x: 60, y: 0 },
      ],
    });
    expect(arranged(3, 60, 60, { most: 96 }).places).toEqual([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 15, y: 30 },
    ]);
  });
  it("keeps the maximum size, centred or from the left", () => {
    expect(arranged(1, 100, 50, { most: 40 })).toMatchObject({
      side: 40,
      places: [{ x: 30, y: 5 }],
    });
    expect(arranged(1, 100, 50, { most: 40, start: true }).places).toEqual([{ x: 0, y: 5 }]);
  });
  it("reserves space for names, as long as the cards stay large", () => {
    expect(arranged(2, 120, 74, { most: 96, below: 14 })).toEqual({
      side: 60,
      below: 14,
      places: [
        { x: 0, y: 0 },
        { x: 60, y: 0 },
      ],
    });
    expect(arranged(2, 100, 50, { most: 96, below: 14 })).toMatchObject({ side: 50, below: 0 });
  });
  it("is valid for nothing, and before it is measured", () => {
    expect(arranged(0, 50, 50, { most: 40 }).places).toEqual([]);
    expect(arranged(2, 0, 0, { most: 40 })).toMatchObject({ side: 0 });
  });
});
