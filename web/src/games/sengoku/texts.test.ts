import { describe, expect, it } from "vitest";
import type { View } from "../../generated/sengoku";
import { components, settle, track, view } from "./dev/positions";
import {
  called,
  generalWarning,
  half,
  orderSteps,
  orderWord,
  pathWord,
  placesWord,
  rankWord,
  scoreOf,
  standingWord,
  sumsWord,
  tileWord,
  waitWord,
  whyKey,
} from "./texts";

const en = { lang: "en" as const, components };
const ja = { lang: "ja" as const, components };

describe("sums", () => {
  it("are kept in halves and shown with their half", () => {
    expect([0, 1, 2, 7, 25].map(half)).toEqual(["0", "0.5", "1", "3.5", "12.5"]);
    expect(sumsWord([6, 1], en)).toBe("Oda 3, Takeda 0.5");
    expect(sumsWord([6, 1], ja)).toBe("信長 3、信玄 0.5");
  });
});

describe("the state of a line", () => {
  const lines = view(["0 24 A1 B1", "1 46 C1 D1", "2 34 A2 B2", "3 34 D2 C2"], () => {}, 4);
  const at = (index: number) => lines.lines[0]![index]!;

  it("names the seat that would take it", () => {
    expect(at(0).sums).toEqual([12, 20, 0, 0]);
    expect(standingWord(at(0), en)).toBe("Takeda leads");
    expect(standingWord(at(0), ja)).toBe("信玄が優勢");
  });
  it("says when a tie gives it to the next seat, or to none", () => {
    expect(at(1).sums).toEqual([0, 0, 14, 14]);
    expect(standingWord({ ...at(1), leader: null }, en)).toBe("a tie: nobody");
    const next = { ...at(1), sums: [4, 0, 14, 14], leader: 0 };
    expect(standingWord(next, en)).toBe("Oda, after a tie");
    expect(standingWord(next, ja)).toBe("同点で次点の信長");
  });
  it("names its owner, and says when nobody is there", () => {
    const after = structuredClone(lines);
    settle(after, "0-0", 1);
    settle(after, "0-1", null);
    expect(standingWord(after.lines[0]![0]!, en)).toBe("taken by Takeda");
    expect(standingWord(after.lines[0]![1]!, ja)).toBe("決着: なし");
    expect(standingWord(at(4), en)).toBe("empty");
  });
  it("is named by its row or column on the sheet", () => {
    expect(pathWord(1, 7, ja)).toBe("花道H");
    expect(pathWord(3, 4, en)).toBe("Path 10");
  });
});

describe("the order of placing", () => {
  it("is the smallest first", () => {
    const tokens = track([0, "16"], [1, "12"], [2, "general"]);
    expect(orderSteps(tokens).map(({ seat, slot }) => `${seat}:${slot}`)).toEqual([
      "2:1",
      "1:3",
      "0:7",
    ]);
    expect(orderWord(tokens, en)).toBe("The smallest first: Uesugi 1 → Takeda 3 → Oda 7");
    expect(orderWord(tokens, ja)).toBe("小さい順に 謙信 1 → 信玄 3 → 信長 7");
  });
  it("explains why those on × come last, the later declared first", () => {
    // The rulebook's example: red 6, then blue 6; yellow and black alone.
    const tokens = track([0, "15"], [1, "24"], [3, "12"], [2, "56"]);
    expect(orderSteps(tokens).map(({ seat }) => seat)).toEqual([3, 2, 1, 0]);
    expect(orderWord(tokens, en)).toContain("Mōri 3 → Uesugi 11 → Takeda ×6 → Oda ×6");
    expect(orderWord(tokens, en)).toContain("the one who declared later goes first");
    expect(orderWord(tokens, ja)).toContain("6は重なったので×エリアに移り、最後に置きます。");
  });
  it("names both pairs when two tie", () => {
    const tokens = track([0, "56"], [1, "12"], [2, "56"], [3, "12"]);
    expect(orderWord(tokens, en)).toContain("The 3s and 11s tie");
  });
  it("is empty before all have declared", () => {
    const tokens = track([0, "16"]).map((token) => ({ ...token, place: null }));
    expect(orderSteps(tokens)).toEqual([]);
    expect(orderWord(tokens, en)).toBe("");
  });
});

describe("the effect of a strength", () => {
  const tokens = track([2, "34"], [3, "12"]);
  it("warns of a tie", () => {
    expect(rankWord(tokens, 7, en)).toBe("Ties with Uesugi: both of you go to × and place last.");
    expect(rankWord(tokens, 7, ja)).toContain("謙信と重なり");
  });
  it("contains the rank among those there", () => {
    expect(rankWord(tokens, 1, en)).toContain("1st");
    expect(rankWord(tokens, 5, en)).toContain("2nd");
    expect(rankWord(tokens, 11, ja)).toContain("3番目");
    expect(rankWord([], 5, en)).toBe("The smallest strength places first.");
  });
  it("comes before those that tie already", () => {
    expect(rankWord(track([1, "12"], [2, "12"], [3, "34"]), 11, en)).toContain("2nd");
  });
});

describe("a general declared before any tile is on the sheet", () => {
  const general = (seats: number, dominoes: string[] = []) => view(dominoes, () => {}, seats);
  it("is lost with two seats, whatever the other declares", () => {
    expect(generalWarning(general(2), en)).toBe(
      "There is no tile on the battlefield sheet yet, so a general declared now is lost.",
    );
    expect(generalWarning(general(2), ja)).toContain("置けずに失います");
  });
  it("may be saved by another general with more seats", () => {
    expect(generalWarning(general(3), en)).toContain("unless another player declares one too");
    expect(generalWarning(general(4), ja)).toContain("ほかにも総大将を出す人がいなければ");
  });
  it("needs no warning once a tile is there", () => {
    expect(generalWarning(general(2, ["0 24 B3 B2"]), en)).toBe("");
  });
});

describe("the reason for waiting", () => {
  const tokens = track([2, "34"], [0, "12"]);
  it("follows the round", () => {
    expect(waitWord([], 0, en)).toBe("Wait for your turn to declare.");
    expect(
      waitWord(
        tokens.map((t) => ({ ...t, place: null })),
        0,
        en,
      ),
    ).toContain("When all have declared");
    expect(waitWord(tokens, 0, en)).toBe("You place 1st.");
    expect(waitWord(tokens, 2, ja)).toBe("あなたは2番目に置きます。");
    expect(
      waitWord(
        tokens.map((t) => ({ ...t, done: true })),
        0,
        en,
      ),
    ).toContain("is placed");
  });
});

describe("words", () => {
  it("describe a domino, its places and why it was removed", () => {
    expect(tileWord("16", ja)).toBe("刀隊1と鉄砲隊6（戦力値7）");
    expect(tileWord("general", en)).toBe("the general (strength 1)");
    expect(placesWord(0, 0, en)).toBe("no place now");
    expect(placesWord(1, 0, en)).toBe("1 way");
    expect(placesWord(6, 2, ja)).toBe("置き方6通り（うち2つは戦場をまたぐ）");
    expect(called(whyKey("25", "no_place"), en)).toBe("it had no place");
    expect(called(whyKey("25", "replaced"), ja)).toBe("総大将と交代した");
    expect(called(whyKey("general", "no_place"), en)).toBe("the general had no place");
  });
  it("show castles and flowers instead of a number", () => {
    const view = { castles: [2, 0], flowers: [1, 9] } as unknown as View;
    expect(scoreOf(0, view)).toEqual({ ja: "城2 花1", en: "2\u00a0castles 1\u00a0flower" });
    expect(scoreOf(1, view)?.en).toBe("0\u00a0castles 9\u00a0flowers");
    expect(scoreOf(0, null)).toBeNull();
  });
});
