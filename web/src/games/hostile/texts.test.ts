import { describe, expect, it } from "vitest";
import { endWord, facingWord, gemsWord, say, teamOf, tileName, tileWord } from "./texts";

describe("tiles in words", () => {
  it("tell how they lie", () => {
    expect(tileWord("slide", "n", "en")).toBe("Slide, pointing north");
    expect(tileWord("diagonal", "sw", "ja")).toBe("ナナメスライド 左下向き");
    expect(tileWord("corner", "ne", "en")).toBe("L wall, open north and east");
    expect(tileWord("para", "ew", "ja")).toBe("ウォール Para 右と左が開く");
    expect(facingWord("ice", null, "en")).toBe("");
  });
  it("name gem tiles by their square", () => {
    expect(tileName("C5", "en")).toBe("Gem tile C5");
    expect(tileName("box", "ja")).toBe("ウォール Box");
  });
});

describe("counts", () => {
  it("tells one from many in English", () => {
    expect(gemsWord(1, "en")).toBe("1 gem");
    expect(gemsWord(3, "en")).toBe("3 gems");
    expect(say("uses", "en", 2)).toBe("2 left");
  });
});

describe("endWord", () => {
  it("says who won and why, or that nobody did", () => {
    expect(endWord("gems", "Anna, Ben", "en")).toBe("Won by Anna, Ben: the goal was reached.");
    expect(endWord("shortage", "", "ja")).toBe("引き分け。フロアタイルの山札が尽きました。");
  });
});

describe("teamOf", () => {
  it("names the partners, and nobody who plays alone", () => {
    const teams = [{ seats: [0, 3] }, { seats: [1, 2] }];
    expect(teamOf(3, teams)).toEqual({ ja: "赤・緑組", en: "Red & Green" });
    expect(teamOf(0, [{ seats: [0] }, { seats: [1] }])).toBeNull();
  });
});
