import { describe, expect, it } from "vitest";
import type { End } from "../../generated/hostile";
import { ComponentNames } from "./names";
import { components } from "./dev/positions";
import { shortName } from "./texts";
import { words } from "./messages";

const ja = new ComponentNames(components, "ja");
const en = new ComponentNames(components, "en");

describe("things in words", () => {
  it("have the engine's names, with their orientation", () => {
    expect(en.piece("slide", "n")).toBe("Slide pointing up");
    expect(ja.piece("diagonal", "sw")).toBe("スライド(ナナメ、左下向き)");
    expect(en.piece("corner", "ne")).toBe("L wall open above and on the right");
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
  it("have their rules", () => {
    expect(en.tileTip("spring").rules).toContain("X-116");
    expect(en.tileTip("C5").rules).toEqual(["X-86"]);
    expect(ja.skillTip("ghost").text).toContain("受けません");
  });
});

describe("an endless loop", () => {
  it("names its pawns, where pawns close the circle", () => {
    expect(words("en").endless("without_pawns", ["Red", "Blue"])).not.toContain("Red");
    expect(words("en").endless("with_pawns", ["Red", "Blue"])).toContain(
      "Red and Blue would never stop",
    );
    expect(words("ja").endless("with_pawns", ["赤", "青"])).toContain("赤・青の移動");
  });
});

describe("counts", () => {
  it("distinguish singular and plural in English", () => {
    expect(words("en").gems(1)).toBe("1 gem");
    expect(words("en").gems(3)).toBe("3 gems");
    expect(words("en").uses(2)).toBe("2 left");
  });
});

describe("the end", () => {
  it("names the winners and the reason, or that nobody won", () => {
    const end = (reason: End["reason"], tied: number | null) => ({ reason, tied });
    expect(words("en").ended(end("gems", null), ["Anna", "Ben"])).toBe(
      "Won by Anna and Ben: the goal of gems was reached.",
    );
    expect(words("en").ended(end("gems", 20), ["Anna"])).toBe(
      "Won by Anna (a tie at 20, reached first): the goal of gems was reached.",
    );
    expect(words("ja").ended(end("shortage", 0), [])).toBe(
      "勝者はいません。フロアタイルの山札がなくなりました。",
    );
  });
});
