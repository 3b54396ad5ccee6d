import { beforeEach, describe, expect, it, vi } from "vitest";
import { Control } from "./control.svelte";
import { lit } from "./notation";

const choices = (...actions: string[]) =>
  lit(actions.map((action) => ({ action, label: { ja: action, en: action } })));
const on = (square: string) => ({ on: "square", square }) as const;
const act = vi.fn();
beforeEach(() => act.mockClear());

function control(...actions: string[]) {
  const situation = { lit: choices(...actions), me: { pawn: "A2", start: "A1" }, floor: [] };
  return new Control(() => situation, act);
}
const slides = ["n", "e", "s", "w"].map((facing) => `place slide D4 ${facing}`);

describe("dragging", () => {
  it("aims a tile that can be turned, with its orientation in the hand", () => {
    const hand = { on: "hand", tile: "slide" } as const;
    const at = control(...slides);
    at.hold(hand);
    expect(at.turn(1)).toBe(true);
    at.near = "D4";
    expect(at.hovered?.action).toBe("place slide D4 e");
    expect(at.drop(hand, on("D4"))).toBe(true);
    expect(act).not.toHaveBeenCalled();
    expect(at.proposed?.action).toBe("place slide D4 e");
  });

  it("places a tile without orientation, and steps with the pawn", () => {
    const ice = { on: "hand", tile: "ice" } as const;
    const at = control("place ice D4", "move n", "recall");
    at.hold(ice);
    expect(at.turn(1)).toBe(false);
    expect(at.drop(ice, on("D4"))).toBe(true);
    at.hold({ on: "pawn" });
    expect(at.drop({ on: "pawn" }, on("A3"))).toBe(true);
    expect(at.drop({ on: "pawn" }, on("A1"))).toBe(true);
    expect(act.mock.calls.flat()).toEqual(["place ice D4", "move n", "recall"]);
  });

  it("takes from the line into the hand, and uses a gem tile on its square", () => {
    const at = control("take ice", "use C5");
    expect(at.drop({ on: "line", tile: "ice" }, { on: "hand" })).toBe(true);
    expect(at.drop({ on: "hand", tile: "C5" }, on("C5"))).toBe(true);
    expect(act.mock.calls.flat()).toEqual(["take ice", "use C5"]);
  });

  it("keeps the selection where it cannot be dropped", () => {
    const hand = { on: "hand", tile: "slide" } as const;
    const at = control(...slides);
    at.hold(hand);
    expect(at.drop(hand, on("H8"))).toBe(false);
    expect(at.pick).toEqual(hand);
    expect(act).not.toHaveBeenCalled();
  });
});
