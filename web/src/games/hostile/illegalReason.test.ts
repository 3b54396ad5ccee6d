import { describe, expect, it } from "vitest";
import { midgame, view } from "./dev/positions";
import { aboutSquare, aboutThing, handAction } from "./illegalReason";

const still = { move: new Map() };
const walking = { move: new Map([["n", { action: "move n", label: { ja: "", en: "" } }]]) };

describe("illegal reasons", () => {
  it("come from the rules in the right stage", () => {
    const now = midgame();
    expect(aboutThing("take ice", now, 0)).toEqual({ ask: "take ice" });
    expect(aboutSquare({ on: "hand", tile: "ice" }, "H8", now, 0, walking)).toEqual({
      ask: "place ice H8",
    });
    expect(aboutSquare(null, "A3", now, 0, walking)).toEqual({ ask: "move n" });
  });

  it("are known for another stage or another seat", () => {
    expect(aboutThing("take ice", view(), 0)).toMatchObject({ plain: "pickSkill" });
    expect(aboutThing("take ice", midgame(), 1)).toMatchObject({ plain: "waiting" });
    const drafting = view((v) => (v.stage = { kind: "tile_draft", seat: 0, left: 2 }));
    expect(aboutThing("place ice D4", drafting, 0)).toMatchObject({ plain: "handWaits" });
    expect(aboutThing("skill king", drafting, 0)).toMatchObject({ plain: "skillsTaken" });
    expect(aboutSquare(null, "D4", drafting, 0, still)).toMatchObject({ plain: "firstTile" });
    expect(aboutThing("draft ice keep", drafting, 0)).toEqual({ ask: "draft ice keep" });
  });

  it("are known for far squares, unless the pawn cannot move at all", () => {
    const now = midgame();
    expect(aboutSquare(null, "H7", now, 0, walking)).toMatchObject({ plain: "oneStep" });
    expect(aboutSquare(null, "H7", now, 0, still)).toEqual({ ask: "move n" });
    expect(aboutSquare({ on: "hand", tile: "D5" }, "H7", now, 0, walking)).toMatchObject({
      plain: "gemSquare",
    });
    expect(aboutSquare({ on: "skill", skill: "recall" }, "H7", now, 0, still)).toMatchObject({
      plain: "ownStart",
    });
  });

  it("are empty for a spectator", () => {
    expect(aboutThing("take ice", midgame(), null)).toBeNull();
    expect(aboutSquare(null, "A3", midgame(), null, still)).toBeNull();
  });

  it("name a tile of the hand as the rules do", () => {
    expect(handAction("C5", "D4")).toBe("use C5");
    expect(handAction("slide", "D4")).toBe("place slide D4 n");
    expect(handAction("ice", "D4")).toBe("place ice D4");
  });
});
