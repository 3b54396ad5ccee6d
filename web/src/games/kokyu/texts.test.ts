import { describe, expect, it } from "vitest";
import { components } from "./dev/positions";
import { eunuchWord, pointsWord, plotText, squareWords } from "./texts";

describe("plotText", () => {
  it("tells effect and amount of every plot in both languages", () => {
    const en = components.plot.map((plot) => plotText(plot, "en"));
    expect(new Set(en).size).toBe(components.plot.length);
    expect(en[0]).toBe("Your consort advances 3 squares.");
    expect(en[4]).toContain("1 square.");
    expect(plotText(components.plot[1]!, "ja")).toContain("2マス戻す");
  });

  it("follows altered components", () => {
    expect(plotText({ effect: "advance_own", amount: 1 }, "en")).toContain("1 square.");
    expect(plotText({ effect: "advance_own", amount: 7 }, "ja")).toContain("7マス");
  });
});

describe("squareWords", () => {
  it("signs the squares as the rulebook lists them", () => {
    expect(components.palace.map((square) => squareWords(square, "ja").sign)).toEqual([
      "初",
      "+1",
      "+3|2",
      "+5",
      "強",
      "点",
      "送還",
    ]);
    expect(components.palace.map((square) => squareWords(square, "en").rule)).toEqual([
      "Q-29",
      "Q-32",
      "Q-33",
      "Q-34",
      "Q-35",
      "Q-37",
      "Q-38",
    ]);
  });
});

describe("counts", () => {
  it("tells one from many in English", () => {
    expect(pointsWord(1, "en")).toBe("1 point");
    expect(pointsWord(2, "en")).toBe("2 points");
    expect(pointsWord(2, "ja")).toBe("2点");
  });
  it("tells whose eunuch and which side", () => {
    expect(eunuchWord(1, true, "en")).toBe("Red's strong eunuch");
    expect(eunuchWord(0, false, "ja")).toBe("青の太監（弱）");
  });
});
