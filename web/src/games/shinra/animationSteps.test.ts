// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { AnimationStep } from "../types";
import game from ".";

const beat = (event: string): AnimationStep | undefined =>
  game.beat?.({ event: { event }, text: { ja: "", en: "" }, rule: null });

describe("a beat", () => {
  it("lets a capture and the end of a king be scenes", () => {
    expect(beat("captured")).toMatchObject({ sound: "strike" });
    expect(beat("king_taken")).toMatchObject({ sound: "gong" });
    const holds = ["declined", "moved", "hit", "captured", "king_taken"].map((e) => beat(e)!.hold);
    expect(holds).toEqual([...holds].sort((a, b) => a - b));
  });

  it("shows the last side laid and what it begins as one", () => {
    expect(beat("arranged")!.together).toBeTruthy();
    expect(beat("arranged")!.together).toBe(beat("deployment_began")!.together);
    expect(beat("moved")!.together).toBeUndefined();
  });

  it("shows what this page does not know like anything else", () => {
    expect(beat("sneezed")).toEqual({ hold: 1 });
  });
});
