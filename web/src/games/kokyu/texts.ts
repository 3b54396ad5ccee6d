/**
 * Texts about the parts of the game, with the names from its glossary and the grammar of the
 * language.
 */
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import type { LocalizedText } from "../../generated/core";
import { words } from "./messages";

/** The name of an entry of the game's glossary, in the form used within a sentence. */
export const term = (key: string, lang: Lang): string => rulebook.name("kokyu", key)[lang];

/** The name of an entry of the game's glossary, in the form of a heading. */
export const heading = (key: string, lang: Lang): string => grammar(lang).heading(term(key, lang));

/**
 * The plural name of an entry of the game's glossary, in the form of a heading: "Qianlong points".
 */
export const several = (key: string, lang: Lang): string => grammar(lang).several(term(key, lang));

/** The name of a seat. */
export const seatName = (seat: number, lang: Lang): string =>
  term(seat === 0 ? "blue" : "red", lang);

/** The round in words. */
export const roundWord = (n: number, lang: Lang): string =>
  words(lang).round(n, term("round", lang));

/** A eunuch in words. */
export const eunuchWord = (seat: number, strong: boolean, lang: Lang): string =>
  words(lang).eunuch(
    seatName(seat, lang),
    term("eunuch", lang),
    term(strong ? "strong" : "weak", lang),
  );

/** A square of the palace in words. */
export const squareWord = (name: LocalizedText, lang: Lang): string =>
  words(lang).square(term("palace", lang), name[lang]);

/** A square of the bedroom in words, by its number. */
export const stepWord = (square: number, lang: Lang): string =>
  words(lang).step(term("bedroom", lang), square);

/** The text about the mark of a last move. */
export const movedWord = (seats: readonly number[], lang: Lang): string =>
  words(lang).moved(seats.map((seat) => seatName(seat, lang)));
