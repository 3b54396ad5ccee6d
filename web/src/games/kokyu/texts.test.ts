import { beforeAll, describe, expect, it } from "vitest";
import { glossary, speak } from "./dev/positions";
import { eunuchWord, heading, roundWord, several, stepWord } from "./texts";
import { words } from "./messages";

const sources = import.meta.glob<string>(["./texts.ts", "./messages/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

beforeAll(speak);

describe("words", () => {
  it("come from the glossary where the game has a name", () => {
    expect(heading("bedroom", "en")).toBe("The bedroom");
    expect(several("point", "en")).toBe("Qianlong points");
    expect(several("plot", "ja")).toBe("策謀カード");
    expect(stepWord(3, "en")).toBe("Square 3 of the bedroom");
    expect([roundWord(4, "ja"), roundWord(4, "en")]).toEqual(["第4ラウンド", "Round 4"]);
  });
  it("are not written here a second time, nor are rules", () => {
    expect(Object.keys(sources)).toHaveLength(4);
    for (const source of Object.values(sources)) {
      for (const [key, { ja, en }] of Object.entries(glossary)) {
        expect(source).not.toContain(`"${ja}"`);
        if (en !== key) expect(source).not.toContain(`"${en}"`);
      }
      expect(source).not.toMatch(/Q-\d/);
    }
  });
});

describe("counts", () => {
  it("distinguish singular and plural in English", () => {
    expect(words("en").points(1)).toBe("1 point");
    expect(words("en").points(2)).toBe("2 points");
    expect(words("ja").points(2)).toBe("2点");
  });
  it("name the owner and the side of a eunuch", () => {
    expect(eunuchWord(1, true, "en")).toBe("Red's strong eunuch");
    expect(eunuchWord(0, false, "ja")).toBe("青の太監（弱）");
  });
});
