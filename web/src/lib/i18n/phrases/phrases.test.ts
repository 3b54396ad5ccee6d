// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { language } from "../i18n.svelte";
import { phrasesOf } from ".";

afterEach(() => vi.unstubAllGlobals());

test("a Japanese text is divided where a phrase ends, and no phrase begins with a particle", () => {
  language.set("ja");
  for (const phrases of [
    ["日本の", "ボードゲームを、", "ブラウザで"],
    ["4対1で", "あなたと", "うさぎの", "勝ち"],
    ["かたつむりと", "赤(うさぎ)の", "勝ち"],
    ["Irisさんの", "勝ちです。", "6点差"],
    ["「戦国ドミノ」の", "ルール"],
    ["席を", "離れますか?"],
  ])
    expect(phrasesOf(phrases.join(""))).toEqual(phrases);
});

test("an English text, and a text in a browser that finds no words, is one phrase", () => {
  language.set("en");
  expect(phrasesOf("You win 4–1. Well played!")).toEqual(["You win 4–1. Well played!"]);
  language.set("ja");
  vi.stubGlobal("Intl", { ...Intl, Segmenter: undefined });
  expect(phrasesOf("あなたの勝ち")).toEqual(["あなたの勝ち"]);
});
