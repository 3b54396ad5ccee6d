import { describe, expect, it } from "vitest";
import { exampleReading, idleReading } from "./dev/positions";
import { arrows } from "./arrows";

const frame = { left: -1, right: 1, bottom: 0, top: 2 };

describe("arrows", () => {
  it("go from the icon through the chain to its number", () => {
    const [move, sword, recover] = arrows(exampleReading.icons, frame);
    expect(move).toMatchObject({ icon: "move", number: 5, turn: 0, idle: false });
    // The crest is in the middle of the near row, the chain above it.
    expect(move!.from.y).toBeLessThan(2.5);
    expect(move!.to.y).toBeLessThan(0.5);
    expect(move!.badge.y).toBeLessThan(move!.to.y);
    expect(sword!.badge.x).toBeGreaterThan(2.5);
    expect(recover!.badge.x).toBeLessThan(0.5);
  });
  it("end at once where there is no number", () => {
    for (const arrow of arrows(idleReading.icons, frame)) {
      expect(arrow.number).toBeNull();
      expect(arrow.idle).toBe(true);
      expect(Math.hypot(arrow.to.x - arrow.from.x, arrow.to.y - arrow.from.y)).toBeLessThan(0.5);
    }
  });
  it("of one card have keys of their own", () => {
    const keys = arrows(exampleReading.icons, frame).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });
});
