/** All texts of the page itself, without those of the games, one file per language. */
import type { LocalizedText } from "../../../generated/core";
import { inEach, type Lang } from "../grammar";
import { en, type Messages } from "./en";
import { ja } from "./ja";

export type { Messages } from "./en";

/** The page's texts in each language. */
export const catalogues: Record<Lang, Messages> = { ja, en };

/** One of the page's texts in every language; `said` selects it from the texts of a language. */
export const message = (said: (words: Messages) => string): LocalizedText =>
  inEach((lang) => said(catalogues[lang]));
