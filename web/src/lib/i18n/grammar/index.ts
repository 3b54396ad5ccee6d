/** The languages of the page, one file each, with their grammar. */
import type { LocalizedText } from "../../../generated/core";
import { en, type Grammar } from "./en";
import { ja } from "./ja";

export type { Grammar } from "./en";

/** The languages of the server and the engine. */
export type Lang = keyof LocalizedText;

/** The grammar of each language. */
export const grammars: Record<Lang, Grammar> = { ja, en };

export const LANGS = Object.keys(grammars) as readonly Lang[];

/** The language printed on the components of the games. */
export const PRINTED: Lang = "ja";

/** The grammar of a language. */
export const grammar = (lang: Lang): Grammar => grammars[lang];

/** Builds a text in every language by calling `said` for each. */
export const inEach = (said: (lang: Lang) => string): LocalizedText =>
  Object.fromEntries(LANGS.map((lang) => [lang, said(lang)])) as unknown as LocalizedText;

/** The keys of those texts of a catalogue that are plain strings, without parameters. */
export type PlainKey<Words> = {
  [Key in keyof Words]: Words[Key] extends string ? Key : never;
}[keyof Words];
