import { describe, expect, it } from "vitest";
import { glow } from "./highlights";

describe("highlights", () => {
  it("are both ends of a movement", () => {
    const eunuch = { seat: 0, strong: false };
    expect(glow({ event: "flew", eunuch, from: 1, to: 6 })).toEqual(["card-1", "card-6"]);
    expect(
      glow({ event: "gained", seat: 0, gain: "lap", from: { player: 1 }, by: "more" }),
    ).toEqual(["seat-1", "seat-0"]);
    expect(glow({ event: "kohi_gained", from: "stock", by: null, points: 1 })).toEqual([
      "stock",
      "kohi",
    ]);
  });
  it("include things that do not change", () => {
    expect(glow({ event: "kept_initiative", seat: 1 })).toEqual(["tally", "seat-1"]);
    expect(glow({ event: "nothing_to_gain", seat: null })).toEqual(["stock", "kohi"]);
  });
  it("are empty without an event", () => {
    expect(glow(null)).toEqual([]);
    expect(glow({ event: "rounds_over" })).toEqual([]);
  });
});
