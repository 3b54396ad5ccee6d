/** The style of the pieces on this board, as the user set it: with kanji or with words. */
import { PRINTED, type Lang } from "../../lib/i18n/grammar";
import { settings } from "../../lib/storage/settings.svelte";

/** Returns true if pieces and boards have the signs of the original game. */
export const kanji = (): boolean => settings.pieces === "kanji";

/** A name on a board: its main text with its language, and the text beside it. */
export interface BoardName {
  text: string;
  lang: Lang;
  /** The name in the language of the page; null if `text` is in that language. */
  beside: string | null;
}

/** A name on a board, from its printed form and its form in the language of the page. */
export function boardName(printed: string, word: string, lang: Lang): BoardName {
  if (lang === PRINTED) return { text: printed, lang, beside: null };
  return kanji()
    ? { text: printed, lang: PRINTED, beside: word }
    : { text: word, lang, beside: null };
}
