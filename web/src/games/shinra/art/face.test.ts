import { describe, expect, it } from "vitest";
import type { Components, Kind } from "../../../generated/shinra";
import { components } from "../dev/positions";
import { faceNames } from "./face";
import { PRINTS } from "./print";

const kinds: readonly Kind[] = (components as Components).card.map(({ kind }) => kind);

describe("the names on pieces", () => {
  it("are those of the texts, in English and in Japanese", () => {
    for (const kind of kinds) {
      expect(PRINTS.latin[kind].name).toBe(components.names[kind]?.en);
      expect(PRINTS.kanji[kind].name).toBe(components.names[kind]?.ja);
    }
  });

  it("differ from each other in their short form as well", () => {
    for (const style of ["kanji", "latin"] as const)
      expect(new Set(kinds.map((kind) => PRINTS[style][kind].short)).size).toBe(kinds.length);
  });

  it("are words where these can be read, and short forms where they cannot", () => {
    const stack: Kind[] = ["general", "shu", "ko"];
    const large = faceNames(stack, "latin", 11);
    expect(large.map(({ text }) => text)).toEqual(["General", "Guard", "Striker"]);
    const small = faceNames(stack, "latin", 29);
    expect(small.map(({ text }) => text)).toEqual(["Ge", "Gu", "St"]);
    for (const { font } of [...large, ...small]) expect(font).toBeGreaterThanOrEqual(11);
    expect(small.every(({ font }) => font >= 29)).toBe(true);
    const [, left, right] = faceNames(stack, "latin", 99);
    expect(right!.x - left!.x).toBeGreaterThan(left!.font * 1.14);
    expect(left!.x - left!.font * 0.57).toBeGreaterThan(3);
    expect(faceNames(["joker"], "kanji", 29).map(({ text }) => text)).toEqual(["Ｊ"]);
  });
});
