// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { AnimationStep } from "../types";
import game from ".";

const animationStep = (event: string): AnimationStep | undefined =>
  game.animationStep?.({ event: { event }, text: { ja: "", en: "" }, rule: null });

describe("an animation step", () => {
  it("makes a capture and the end of a king scenes", () => {
    expect(animationStep("captured")).toMatchObject({ sound: "strike" });
    expect(animationStep("king_taken")).toMatchObject({ sound: "gong" });
    const holds = ["declined", "moved", "hit", "captured", "king_taken"].map(
      (e) => animationStep(e)!.hold,
    );
    expect(holds).toEqual([...holds].sort((a, b) => a - b));
  });

  it("shows the last arrangement and the start of the deployment as one", () => {
    expect(animationStep("arranged")!.together).toBeTruthy();
    expect(animationStep("arranged")!.together).toBe(animationStep("deployment_began")!.together);
    expect(animationStep("moved")!.together).toBeUndefined();
  });

  it("has a default for unknown events", () => {
    expect(animationStep("sneezed")).toEqual({ hold: 1 });
  });
});
