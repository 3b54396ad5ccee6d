import { describe, expect, it } from "vitest";
import { animationStep, isScene } from "./animationSteps";

describe("animation steps", () => {
  it("distinguish a stolen point from one of the stock", () => {
    const fair = animationStep({ event: "gained", seat: 0, gain: "lap", from: "stock", by: null });
    const theft = animationStep({
      event: "gained",
      seat: 0,
      gain: "lap",
      from: { player: 1 },
      by: "more",
    });
    expect(theft.hold).toBeGreaterThan(fair.hold);
    expect([fair.sound, theft.sound]).toEqual(["coin", "snatch"]);
    expect(
      animationStep({ event: "kohi_gained", from: { player: 0 }, by: "more", points: 1 }),
    ).toEqual(theft);
  });
  it("send all consorts home together", () => {
    const home = (seat: number) =>
      animationStep({ event: "sent_back", eunuch: { seat, strong: false } }).together;
    expect(home(0)).toBe(home(1));
    expect(home(0)).toBeDefined();
    expect(
      animationStep({ event: "palace_advanced", seat: null, steps: 1 }).together,
    ).toBeUndefined();
  });
});

describe("isScene", () => {
  it("is true for important events", () => {
    expect(isScene({ event: "lap", seat: 0, laps: 1 })).toBe(true);
    expect(isScene({ event: "opened" })).toBe(true);
    expect(isScene({ event: "took_initiative", seat: 1 })).toBe(true);
    expect(isScene({ event: "gained", seat: 0, gain: "lap", from: "kohi", by: "tie" })).toBe(true);
    expect(isScene({ event: "gained", seat: 0, gain: "lap", from: "stock", by: null })).toBe(false);
    const eunuch = { seat: 0, strong: false };
    expect(isScene({ event: "placed", eunuch, card: 4, forced: false })).toBe(false);
  });
});
