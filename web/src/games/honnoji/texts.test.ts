import { beforeAll, describe, expect, it } from "vitest";
import type { IconReading } from "../../generated/honnoji";
import { components, exampleReading, idleReading, speak } from "./dev/positions";
import { looks, pointsOf, sorted } from "./faces";
import {
  cardTip,
  cardWord,
  chainWord,
  effectWord,
  endedWord,
  endWord,
  faceNames,
  iconWord,
  layoutWord,
  placeWord,
  planWords,
  readingWord,
  recoverWord,
} from "./texts";

beforeAll(speak);

const all = looks(components);
const move = exampleReading.icons[0]!;
const sword = exampleReading.icons[1]!;
const read = (of: IconReading, change: Partial<IconReading>): IconReading => ({ ...of, ...change });

describe("a card", () => {
  it("shows its points and the directions of its icons, from the components", () => {
    expect(cardWord(all, "ranmaru", "en")).toBe("Ranmaru, 2 points, Movement←, Sword attack↓");
    expect(cardWord(all, "crest", "ja")).toBe("家紋札、移動↑・刀攻撃→・回復←");
    expect(cardWord(all, "koban", "en")).toBe("Koban, 1 point");
  });
  it("shows its effect and its rule; that it is reconstructed is shown once, elsewhere", () => {
    expect(cardTip(all, "gun", "ja")).toEqual({
      title: cardWord(all, "gun", "ja"),
      text: "札の効果。",
      rules: ["H-45"],
    });
  });
  it("has a value, and the best come first", () => {
    expect(pointsOf(all, ["koban", "tsukumo", "2"])).toBe(6);
    expect(sorted(all, ["2", "koban", "tsukumo", "crest"])).toEqual([
      "tsukumo",
      "koban",
      "crest",
      "2",
    ]);
  });
});

describe("the effect of an icon from here", () => {
  it("contains the chain and its sum", () => {
    expect(chainWord(move)).toBe("2+3=5");
    expect(chainWord(sword)).toBe("1");
    expect(iconWord(all, move, "en")).toBe("Crest Movement↑ 2+3=5 moves to 5");
    expect(iconWord(all, sword, "ja")).toBe("家紋札 刀攻撃→ 1 1のマスを斬る");
  });
  it("explains why there is none", () => {
    const nothing = idleReading.icons[0]!;
    expect(effectWord(nothing, "en")).toBe("no number beside it");
    expect(effectWord(read(nothing, { stop: null }), "en")).toContain("off the area");
    expect(effectWord(read(nothing, { end: "not_a_number" }), "ja")).toContain("数字がありません");
  });
  it("contains the chain that was cut short", () => {
    const cut = read(move, { chain: [move.chain[0]!], number: 2, end: "six" });
    expect(endedWord(cut, "en")).toBe("with the next it would be six or more");
    expect(iconWord(all, cut, "ja")).toContain("6以上");
    expect(endedWord(move, "en")).toBe("");
  });
  it("contains the reach of a sword", () => {
    const far = read(sword, {
      number: 4,
      effect: { kind: "out_of_reach", square: 4, reach: [1, 2, 5] },
    });
    expect(effectWord(far, "en")).toBe("cannot reach 4; the sword reaches 1, 2, 5");
    expect(effectWord(far, "ja")).toBe("4のマスには届きません(刀が届くのは1・2・5)");
    const nowhere = read(sword, { effect: { kind: "out_of_reach", square: 4, reach: [] } });
    expect(effectWord(nowhere, "en")).toContain("not on a square");
  });
  it("explains why a pawn stays", () => {
    const both = read(move, { effect: { kind: "stays", why: "both_neighbours" } });
    expect(effectWord(both, "en")).toContain("both sides");
    expect(effectWord(read(move, { effect: { kind: "passes", square: 5 } }), "ja")).toBe(
      "5のマスを通る",
    );
  });
});

describe("a whole layout", () => {
  it("has a short text", () => {
    expect(planWords(exampleReading, "en")).toEqual([
      "to 5",
      "sword attack on 1",
      "takes back up to 4 cards",
    ]);
    expect(planWords(idleReading, "ja")).toEqual(["1に留まる"]);
    const far = { ...exampleReading, path: [5, 4], destination: 4, attacks: [], recover: 0 };
    expect(planWords(far, "en")).toEqual(["to 4 via 5"]);
    expect(planWords({ ...idleReading, from: null, destination: null }, "en")).toEqual([]);
  });
  it("has a text for screen readers with the fate of its cards", () => {
    expect(readingWord(all, exampleReading, "en")).toBe(
      "to 5, sword attack on 1, takes back up to 4 cards. Back to hand: Crest, 1. Used up (exposed): 2, 3, 4.",
    );
    expect(readingWord(all, exampleReading, "ja")).toContain("消耗で手札へ: 家紋札、1");
    expect(readingWord(all, { ...idleReading, stays: "both_neighbours" }, "en")).toContain("both");
  });
  it("has a text for its known part", () => {
    expect(layoutWord(all, { kind: "none" }, "en")).toBe("has not laid cards yet");
    expect(layoutWord(all, { kind: "declared" }, "en")).toContain("hidden");
    expect(
      layoutWord(
        all,
        {
          kind: "face_down",
          cells: [
            { x: 0, y: 0 },
            { x: -1, y: 2 },
          ],
        },
        "en",
      ),
    ).toBe("2 cards face down: middle; up 2, left 1");
    expect(layoutWord(all, { kind: "face_down", cells: [] }, "ja")).toBe("何も伏せていません");
    expect(layoutWord(all, { kind: "open", layout: [], reading: idleReading }, "en")).toBe(
      "no cards laid",
    );
  });
  it("names its cells from the middle", () => {
    expect(placeWord({ x: 2, y: 0 }, "ja")).toBe("右2");
    expect(placeWord({ x: -1, y: -3 }, "en")).toBe("down 3, left 1");
  });
});

describe("recovery and the end", () => {
  it("have texts", () => {
    expect(recoverWord(all, [], "en")).toBe("Take no cards back");
    expect(recoverWord(all, ["3", "katana"], "ja")).toBe("2枚を手札に戻す: 数字札3、刀");
    expect(faceNames(all, ["crest", "2"], "en")).toBe("Crest, 2");
    expect(endWord({ reason: "draw", winners: [0, 1] }, "A, B", "en")).toContain(
      "draw between A, B",
    );
    expect(endWord({ reason: "fewer_cards", winners: [0] }, "A", "ja")).toBe(
      "Aの勝ち(同点で、札がより少ない)",
    );
  });
});
