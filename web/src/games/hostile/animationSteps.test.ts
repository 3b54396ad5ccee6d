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

  it("fills the line at once", () => {
    const refill = animationStep({ event: "line_refilled", tiles: ["ice"] });
    expect(refill.together).toBeDefined();
    expect(refill.together).not.toBe(animationStep(up).together);
  });

  it("is short for announcements, and longer for what moves", () => {
    const told: Event[] = [
      { event: "dealt", seat: 0 },
      { event: "turn_ended", seat: 0 },
      { event: "turn_began", seat: 0, points: 2 },
      { event: "drafted", seat: 0, tile: "ice", forced: false },
    ];
    const scenes: Event[] = [
      { event: "gained", seat: 0, square: "C5", gems: 1, total: 1, by: "walked" },
      { event: "crashed", seat: 0, square: "C5", kind: "ice" },
      { event: "stole", seat: 0, square: "C5", kind: "ice" },
      { event: "start_seat", seat: 0, again: false },
      { event: "moved", seat: 0, from: "D4", to: "A1", by: "return" },
    ];
    const longest = Math.max(...told.map((event) => animationStep(event).hold));
    for (const event of scenes) {
      expect(animationStep(event).hold).toBeGreaterThan(2 * longest);
      expect(animationStep(event).sound).toBeDefined();
    }
  });

  it("shows the longest chain of an action in at most three seconds", () => {
    const NORMAL = 0.457;
    const chain: Event[] = [
      { event: "moved", seat: 0, from: "A1", to: "B1", by: "step" },
      { event: "moved", seat: 0, from: "B1", to: "B3", by: "spring" },
      { event: "gained", seat: 0, square: "B3", gems: 1, total: 20, by: "carried" },
      { event: "goal_reached", seats: [0], gems: 20 },
      { event: "moved", seat: 0, from: "B3", to: "C3", by: "slide" },
      { event: "moved", seat: 0, from: "C3", to: "D3", by: "ice" },
      { event: "stopped", seat: 0, square: "D3" },
    ];
    const holds = chain.reduce((sum, event) => sum + animationStep(event).hold, 0);
    expect(holds * NORMAL).toBeLessThan(3);
  });
});
