import { afterEach, expect, test, vi } from "vitest";
import { cutName } from "./nameLength";

afterEach(() => vi.unstubAllGlobals());

test("letters are counted as people count them, and none is cut in two", () => {
  const family = "👨‍👩‍👧‍👦";
  const flag = "🇯🇵";
  for (const letter of ["a", "漢", family, flag, "が", "葛󠄀", "❤️", "g̈", "நி"]) {
    expect(cutName(letter.repeat(24), 24)).toEqual({ kept: letter.repeat(24), rest: "" });
    expect(cutName(letter.repeat(25), 24)).toEqual({ kept: letter.repeat(24), rest: letter });
  }
  expect(cutName(`${"a".repeat(23)}${flag}${family}`, 24).kept).toBe(`${"a".repeat(23)}${flag}`);
});

test("white space of any kind is one blank, and none at the ends or at the cut", () => {
  expect(cutName("  Ada \t Lo  ", 24)).toEqual({ kept: "Ada Lo", rest: "" });
  expect(cutName("abc d", 4)).toEqual({ kept: "abc", rest: "d" });
  expect(cutName(`abcd${" ".repeat(40)}`, 4)).toEqual({ kept: "abcd", rest: "" });
  expect(cutName(" ", 4)).toEqual({ kept: "", rest: "" });
});

test("a browser without grapheme clusters counts characters", () => {
  vi.stubGlobal("Intl", { ...Intl, Segmenter: undefined });
  expect(cutName("abcde", 4)).toEqual({ kept: "abcd", rest: "e" });
});
