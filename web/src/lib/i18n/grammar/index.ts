/** The languages of the page, one file each, and how words are put together in them. */
import type { Text } from "../../../generated/table";
import { en, type Grammar } from "./en";
import { ja } from "./ja";

export type { Grammar } from "./en";

/** The languages of the house: those in which the engine speaks. */
export type Lang = keyof Text;

/** The grammars by language. */
export const grammars: Record<Lang, Grammar> = { ja, en };

export const LANGS = Object.keys(grammars) as readonly Lang[];

/** The language of what is printed on the components. */
export const PRINTED: Lang = "ja";

/** How words are put together in a language. */
export const grammar = (lang: Lang): Grammar => grammars[lang];

/** The same said in every language. */
export const inEach = (said: (lang: Lang) => string): Text =>
  Object.fromEntries(LANGS.map((lang) => [lang, said(lang)])) as unknown as Text;

/** The keys of what a catalogue says as it stands. */
export type PlainKey<Words> = {
  [Key in keyof Words]: Words[Key] extends string ? Key : never;
}[keyof Words];
