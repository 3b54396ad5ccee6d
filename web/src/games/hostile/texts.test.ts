import { describe, expect, it } from "vitest";
import type { End } from "../../generated/hostile";
import { Called } from "./called";
import { components } from "./dev/positions";
import { endlessWord, endWord, gemsWord, say, shortName } from "./texts";

const ja = new Called(components, "ja");
const en = new Called(components, "en");

describe("things in words", () => {
  it("are called as the engine calls them, with how they lie", () => {
    expect(en.piece("slide", "n")).toBe("Slide pointing north");
    expect(ja.piece("diagonal", "sw")).toBe("スライド(ナナメ、左下向き)");
    expect(en.piece("corner", "ne")).toBe("L wall open north and east");
    expect(ja.piece("para", "ew")).toBe("ウォール(Para、左右が開口)");
    expect(en.piece("ice", null)).toBe("Ice tile");
    expect([ja.tile("slide"), ja.tile("diagonal"), ja.tile("corner")]).toEqual([
      "スライド(タテ)",
      "スライド(ナナメ)",
      "ウォール(L)",
    ]);
    expect([en.tile("para"), en.tile("box")]).toEqual(["Para wall", "Box wall"]);
    expect([ja.skill("king"), en.skill("king"), ja.seat(2)]).toEqual(["キング", "King", "黄"]);
  });
  it("name gem tiles by their square", () => {
    expect(en.tile("C5")).toBe("Gem tile C5");
    expect(ja.tile("C5")).toBe("ジェムタイルC5");
    expect(shortName("C5", en)).toBe("C5");
  });
  it("come with the rules they follow", () => {
    expect(en.tileTip("spring").rules).toContain("X-116");
    expect(en.tileTip("C5").rules).toEqual(["X-86"]);
    expect(ja.skillTip("ghost").text).toContain("無視");
  });
});

describe("endlessWord", () => {
  it("says for whom, where it is the pawns that close the circle", () => {
    expect(endlessWord("without_pawns", ["Red", "Blue"], "en")).not.toContain("Red");
    expect(endlessWord("with_pawns", ["Red", "Blue"], "en")).toContain("movement of Red and Blue");
    expect(endlessWord("with_pawns", ["赤", "青"], "ja")).toContain("赤・青の移動");
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
    const end = (reason: End["reason"], tied: number | null) => ({ reason, winners: [], tied });
    expect(endWord(end("gems", null), "Anna, Ben", "en")).toBe(
      "Won by Anna, Ben: the goal was reached.",
    );
    expect(endWord(end("gems", 20), "Anna", "en")).toBe(
      "Won by Anna (a tie at 20, reached first): the goal was reached.",
    );
    expect(endWord(end("shortage", 0), "", "ja")).toBe(
      "引き分け。フロアタイルの山札が足りませんでした。",
    );
  });
});
