import { describe, expect, it } from "vitest";
import { flare } from "./effects";

describe("flares", () => {
  it("show the gain, its square and its seat", () => {
    expect(
      flare({ event: "gained", seat: 2, square: "C5", gems: 3, total: 4, by: "walked" }),
    ).toEqual({ square: "C5", look: "gain", seat: 2, text: "+3" });
  });

  it("are at the origin of a thrown pawn, and absent when it walks", () => {
    const moved = { event: "moved", seat: 1, from: "D4", to: "D6" } as const;
    expect(flare({ ...moved, by: "spring" })).toMatchObject({ square: "D4", look: "throw" });
    expect(flare({ ...moved, by: "recall" })).toMatchObject({ square: "D4", look: "leave" });
    expect(flare({ ...moved, by: "slide" })).toBeNull();
  });

  it("have no owner when a tile is removed by the rules alone", () => {
    expect(
      flare({ event: "endless", square: "E5", kind: "ice", judged: "without_pawns", seats: [0] }),
    ).toMatchObject({ look: "endless", seat: null });
    expect(flare({ event: "turn_ended", seat: 0 })).toBeNull();
  });
});
