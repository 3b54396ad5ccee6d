import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../generated/core";
import { lit, parse } from "./notation";

const choice = (action: string): LegalAction => ({ action, label: { ja: action, en: action } });

describe("parse", () => {
  it.each([
    ["place 5", { verb: "place", card: 5, strong: false }],
    ["place 5 strong", { verb: "place", card: 5, strong: true }],
    ["fly 7", { verb: "fly", card: 7 }],
    ["move", { verb: "move" }],
    ["draw", { verb: "draw" }],
    ["activate 0", { verb: "activate", square: 0, strong: false }],
    ["activate 3 strong", { verb: "activate", square: 3, strong: true }],
    ["take player", { verb: "take", from: "player" }],
    ["take kohi", { verb: "take", from: "kohi" }],
  ])("reads %s", (notation, action) => {
    expect(parse(notation)).toEqual(action);
  });

  it.each([
    "",
    "place",
    "place x",
    "place 5 weak",
    "fly 7 strong",
    "move 3",
    "take",
    "take bank",
    "jump 1",
  ])("refuses %j", (notation) => {
    expect(parse(notation)).toBeNull();
  });
});

describe("lit", () => {
  it("groups both sides of one card", () => {
    const out = lit([choice("place 5"), choice("place 5 strong"), choice("place 6 strong")]);
    expect(out.place.get(5)).toEqual({ weak: choice("place 5"), strong: choice("place 5 strong") });
    expect(out.place.get(6)).toEqual({ strong: choice("place 6 strong") });
    expect(out.place.has(7)).toBe(false);
    expect(out.count).toBe(3);
  });

  it("keeps the kinds apart", () => {
    const out = lit(
      ["fly 7", "activate 2", "move", "draw", "take player", "take kohi"].map(choice),
    );
    expect(out.fly.get(7)?.action).toBe("fly 7");
    expect(out.activate.get(2)?.weak?.action).toBe("activate 2");
    expect(out.move?.action).toBe("move");
    expect(out.draw?.action).toBe("draw");
    expect(out.takePlayer?.action).toBe("take player");
    expect(out.takeKohi?.action).toBe("take kohi");
    expect(out.place.size).toBe(0);
    expect(out.other).toEqual([]);
  });

  it("includes unknown actions", () => {
    expect(lit([choice("dance")]).other).toEqual([choice("dance")]);
  });
});
