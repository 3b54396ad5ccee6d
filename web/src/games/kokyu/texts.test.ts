import { beforeAll, describe, expect, it } from "vitest";
import { glossary, speak } from "./dev/positions";
import { eunuchWord, heading, pointsWord, roundWord, several, stepWord } from "./texts";
import source from "./texts.ts?raw";

beforeAll(speak);

describe("words", () => {
  it("come from the glossary where the game has a name", () => {
    expect(heading("bedroom", "en")).toBe("The bedroom");
    expect(several("point", "en")).toBe("Qianlong points");
    expect(several("plot", "ja")).toBe("策謀カード");
    expect(stepWord(3, "en")).toBe("Square 3 of the bedroom");
    expect([roundWord(4, "ja"), roundWord(4, "en")]).toEqual(["第4ラウンド", "Round 4"]);
  });
  it("are not typed here a second time, nor are rules", () => {
    for (const [key, { ja, en }] of Object.entries(glossary)) {
      expect(source).not.toContain(`"${ja}"`);
      if (en !== key) expect(source).not.toContain(`"${en}"`);
    }
    expect(source).not.toMatch(/Q-\d/);
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
