import { describe, expect, it } from "vitest";
import { cellOf, indexOf, nameOf, rows, squareAt, territory, territoryOf } from "./geometry";

describe("the sheet", () => {
  it("has the territory of either seat at its own bottom", () => {
    expect(rows(false).at(-1)).toEqual(["a1", "b1", "c1", "d1", "e1"]);
    expect(rows(true).at(-1)).toEqual(["e5", "d5", "c5", "b5", "a5"]);
    for (const turned of [false, true])
      for (const square of rows(turned).flat())
        expect(squareAt(cellOf(square, turned), turned)).toBe(square);
    expect(squareAt({ x: 5, y: 0 }, false)).toBeNull();
  });

  it("numbers the squares as the engine does", () => {
    expect(["a1", "e1", "a2", "c3", "e5"].map(indexOf)).toEqual([0, 4, 5, 12, 24]);
    for (let index = 0; index < 25; index++) expect(indexOf(nameOf(index))).toBe(index);
  });

  it("knows the territories", () => {
    expect(["a2", "c3", "e4"].map((square) => territoryOf(square, 2))).toEqual([0, null, 1]);
    expect(territory(1, 2)).toHaveLength(10);
  });
});
