import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/hostile";
import { animationStep } from "./animationSteps";

const up: Event = { event: "gem_tile_revealed", square: "C5" };
const appeared = (used: boolean): Event => ({
  event: "gem_appeared",
  square: "C5",
  count: 1,
  used,
});

describe("animation steps", () => {
  it("brings up the gems of a round at once, and a used one with its tile", () => {
    expect(animationStep(appeared(false)).together).toBe(animationStep(up).together);
    const used = animationStep({ event: "used", seat: 0, square: "C5" });
    expect(animationStep(appeared(true)).together).toBe(used.together);
    expect(used.together).not.toBe(animationStep(up).together);
  });

  it("shows a pawn's path one square at a time", () => {
    for (const by of ["step", "slide", "ice", "spring", "return"] as const)
      expect(
        animationStep({ event: "moved", seat: 0, from: "A1", to: "A2", by }).together,
      ).toBeUndefined();
  });

  it("is short for announcements and long for captures", () => {
    const told: Event[] = [
      { event: "dealt", seat: 0 },
      { event: "turn_ended", seat: 0 },
      { event: "drafted", seat: 0, tile: "ice", forced: false },
    ];
    const scenes: Event[] = [
      { event: "gained", seat: 0, square: "C5", gems: 1, total: 1, by: "walked" },
      { event: "crashed", seat: 0, square: "C5", kind: "ice" },
      { event: "stole", seat: 0, square: "C5", kind: "ice" },
      { event: "start_seat", seat: 0, again: false },
      { event: "moved", seat: 0, from: "D4", to: "A1", by: "return" },
    ];
    for (const event of told) expect(animationStep(event).hold).toBeLessThan(0.5);
    for (const event of scenes) {
      expect(animationStep(event).hold).toBeGreaterThanOrEqual(2);
      expect(animationStep(event).sound).toBeDefined();
    }
  });
});
