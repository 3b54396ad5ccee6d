/**
 * All texts of the page itself, without those of the games, one file per language. A language is
 * loaded when it is first used.
 */
import type { LocalizedText } from "../../../generated/core";
import { LANGS, type Lang } from "../grammar";
import type { Messages } from "./en";

export type { Messages } from "./en";

const files: Record<Lang, () => Promise<Messages>> = {
  ja: () => import("./ja").then(({ ja }) => ja),
  en: () => import("./en").then(({ en }) => en),
};

const loaded: Partial<Record<Lang, Messages>> = {};

/** Loads the page's texts in a language. */
export async function loadMessages(lang: Lang): Promise<void> {
  loaded[lang] ??= await files[lang]();
}

/** Returns true if the page's texts in this language are loaded. */
export const hasMessages = (lang: Lang): boolean => lang in loaded;

/** The page's texts in a language; in a loaded one, if this one is not loaded. */
export function messagesIn(lang: Lang): Messages {
  const words = loaded[lang] ?? LANGS.map((other) => loaded[other]).find((other) => other);
  if (!words) throw new Error("no language is loaded");
  return words;
}

/**
 * One of the page's texts in every language; `said` selects it from the texts of a language. Each is
 * made when it is read.
 */
export const message = (said: (words: Messages) => string): LocalizedText =>
  Object.defineProperties(
    {} as LocalizedText,
    Object.fromEntries(
      LANGS.map((lang) => [lang, { enumerable: true, get: () => said(messagesIn(lang)) }]),
    ),
  );
