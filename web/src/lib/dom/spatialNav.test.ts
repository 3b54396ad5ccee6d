import { describe, expect, it } from "vitest";
import { nearestInDirection } from "./spatialNav";

const box = (name: string, left: number, top: number, size = 10) => ({
  name,
  left,
  top,
  width: size,
  height: size,
});
const GRID = ["a", "b", "c"].flatMap((row, y) =>
  [0, 1, 2].map((x) => box(`${row}${x}`, x * 10, y * 10)),
);
const middle = GRID.find(({ name }) => name === "b1")!;

describe("the nearest box", () => {
  it.each([
    ["ArrowLeft", "b0"],
    ["ArrowRight", "b2"],
    ["ArrowUp", "a1"],
    ["ArrowDown", "c1"],
  ])("is the next one in a grid for %s", (key, name) => {
    expect(nearestInDirection(key, middle, GRID)?.name).toBe(name);
  });

  it("is null at the edge and for other keys", () => {
    expect(nearestInDirection("ArrowUp", GRID[0]!, GRID)).toBe(null);
    expect(nearestInDirection("Enter", middle, GRID)).toBe(null);
  });

  it("prefers a box straight ahead to a nearer one aside", () => {
    const boxes = [box("ahead", 40, 0), box("aside", 14, 30)];
    expect(nearestInDirection("ArrowRight", box("here", 0, 0), boxes)?.name).toBe("ahead");
  });
});
