/**
 * The words of the page itself, in both languages. What the game's things are called comes from
 * its glossary and its components, what they do from its rules: from the server, all of it.
 */
import type { Lang } from "../../lib/i18n.svelte";
import { rulebook } from "../../lib/rulebook.svelte";
import type { Text } from "../../generated/table";

const text = (ja: string, en: string): Text => ({ ja, en });

const words = {
  resolving: text("実行中", "Now"),
  between: text("ラウンドの合間", "Between rounds"),
  over: text("終局", "Game over"),
  whichSide: text("どちらの太監ですか", "Which eunuch?"),
  none: text("なし", "none"),
  you: text("あなた", "you"),
  placingDoes: text(
    "交互に太監を1個ずつ、空いているカードに置きます。",
    "Both take turns to put a eunuch on a free card.",
  ),
  processingDoes: text(
    "太監のいるカードを1番から9番へ順に処理します。",
    "The cards with eunuchs are carried out from 1 to 9.",
  ),
  entryDoes: text("太監はここから殿内に入ります。", "Eunuchs come into the palace here."),
  discarded: text("処理を終えた策謀カードです。", "Plot cards that have been carried out."),
  noneDiscarded: text("まだ1枚もありません。", "None has been carried out yet."),
  drag: text(
    "光っているカードを押すか、太監をカードへ運んで置きます。",
    "Press a lit card, or drag a eunuch onto one.",
  ),
} satisfies Record<string, Text>;

/** The page's own words in a language. */
export function say(key: keyof typeof words, lang: Lang): string {
  return words[key][lang];
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What the game calls a thing, by its key in the glossary, as it stands within a sentence. */
export const term = (key: string, lang: Lang): string => rulebook.name(key)[lang];

/** The same as a heading. */
export const heading = (key: string, lang: Lang): string => capital(term(key, lang));

/** A name that is not in the glossary as a heading. */
export const titled = (name: Text, lang: Lang): string => capital(name[lang]);

/** Several of a thing as a heading: "Qianlong points". */
export const several = (key: string, lang: Lang): string =>
  lang === "ja" ? term(key, lang) : `${heading(key, lang)}s`;

/** What a seat is called. */
export const seatName = (seat: number, lang: Lang): string =>
  term(seat === 0 ? "blue" : "red", lang);

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A count of points in words. */
export const pointsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}点` : many(n, "point"));
/** A count of cards in words. */
export const cardsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}枚` : many(n, "card"));
/** A count of laps in words. */
export const lapsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}周` : many(n, "lap"));
/** The round in words. */
export const roundWord = (n: number, lang: Lang) =>
  lang === "ja" ? `第${n}${term("round", lang)}` : `${heading("round", lang)} ${n}`;

/** A eunuch in words. */
export function eunuchWord(seat: number, strong: boolean, lang: Lang): string {
  const side = term(strong ? "strong" : "weak", lang);
  const [whose, eunuch] = [seatName(seat, lang), term("eunuch", lang)];
  return lang === "ja" ? `${whose}の${eunuch}（${side}）` : `${whose}'s ${side} ${eunuch}`;
}

/** A square of the palace in words. */
export const squareWord = (name: Text, lang: Lang): string =>
  lang === "ja" ? `${term("palace", lang)}の「${name.ja}」` : titled(name, lang);

/** A square of the bedroom in words, by its number. */
export const stepWord = (square: number, lang: Lang): string =>
  lang === "ja"
    ? `${term("bedroom", lang)}の${square}マス目`
    : `Square ${square} of ${term("bedroom", lang)}`;

/** That a eunuch of somebody's stands on a card. */
export const takenWord = (name: string, you: boolean, lang: Lang): string =>
  lang === "ja"
    ? `${you ? say("you", lang) : name}の太監がいます。`
    : you
      ? "Your eunuch is on it."
      : `Taken by ${name}.`;

/** Whose the last move here was. */
export const movedWord = (seats: readonly number[], lang: Lang): string => {
  const who = seats.map((seat) => seatName(seat, lang));
  return lang === "ja" ? `直前の手: ${who.join("、")}` : `Last move: ${who.join(", ")}`;
};

/** That a consort stands on a square. */
export const standsWord = (seat: number, laps: number, lang: Lang): string => {
  const [whose, consort] = [seatName(seat, lang), term("consort", lang)];
  return lang === "ja"
    ? `${whose}の${consort}がいます（${lapsWord(laps, lang)}）。`
    : `${whose}'s ${consort} is here (${lapsWord(laps, lang)}).`;
};
