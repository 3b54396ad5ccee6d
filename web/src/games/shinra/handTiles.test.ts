import { describe, expect, it } from "vitest";
import { handTiles, TILE_GAP } from "./handTiles";

const sizes = { smallest: 40, largest: 84, tall: 1.1 };

describe("the tiles of a hand", () => {
  it("are as large as the space allows, up to their largest size", () => {
    expect(handTiles(3, { width: 400, height: 120 }, sizes)).toMatchObject({
      size: 84,
      columns: 3,
    });
    const ten = handTiles(10, { width: 400, height: 150 }, sizes);
    expect(ten.size).toBeGreaterThan(60);
    const rows = Math.ceil(10 / ten.columns);
    expect(ten.columns * ten.size + (ten.columns - 1) * TILE_GAP).toBeLessThanOrEqual(400.01);
    expect(rows * ten.height + (rows - 1) * TILE_GAP).toBeLessThanOrEqual(150.01);
  });

  it("are never smaller than the smallest size; the hand scrolls instead", () => {
    expect(handTiles(20, { width: 250, height: 48 }, sizes)).toMatchObject({
      size: 40,
      columns: 20,
    });
    expect(handTiles(20, { width: 250, height: 98 }, sizes)).toMatchObject({
      size: 40,
      columns: 10,
    });
  });

  it("have a size for an empty hand and for a box that is not measured yet", () => {
    expect(handTiles(0, { width: 0, height: 0 }, sizes).size).toBe(40);
  });
});
