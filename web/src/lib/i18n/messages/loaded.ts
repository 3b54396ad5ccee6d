/** The texts that the front page needs, in the languages that are loaded. */
import type { LocalizedText } from "../../../generated/core";
import { LANGS, type Lang } from "../grammar";
import type { Bundle } from "./bundles/en";

const files: Record<Lang, () => Promise<Bundle>> = {
  ja: () => import("./bundles/ja").then(({ ja }) => ja),
  en: () => import("./bundles/en").then(({ en }) => en),
};

const loaded: Partial<Record<Lang, Bundle>> = {};

/** Loads the texts in a language, when it is first used. */
export async function loadMessages(lang: Lang): Promise<void> {
  loaded[lang] ??= await files[lang]();
}

/** Returns true if the texts in this language are loaded. */
export const hasMessages = (lang: Lang): boolean => lang in loaded;

/** The texts in a language; in a loaded one, if this one is not loaded. */
export function bundleIn(lang: Lang): Bundle {
  const words = loaded[lang] ?? LANGS.map((other) => loaded[other]).find((other) => other);
  if (!words) throw new Error("no language is loaded");
  return words;
}

/** A text in every language, each of which is made when it is read. */
export const inEachLater = (said: (lang: Lang) => string): LocalizedText =>
  Object.defineProperties(
    {} as LocalizedText,
    Object.fromEntries(LANGS.map((lang) => [lang, { enumerable: true, get: () => said(lang) }])),
  );
