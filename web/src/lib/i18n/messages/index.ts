/** All texts of the shell, one file per language. */
import type { LocalizedText } from "../../../generated/core";
import { inEach, type Lang } from "../grammar";
import { en, type Messages } from "./en";
import { ja } from "./ja";

export type { Messages } from "./en";

/** The catalogues by language. */
export const catalogues: Record<Lang, Messages> = { ja, en };

/** A text of the shell in every language. */
export const message = (said: (words: Messages) => string): LocalizedText =>
  inEach((lang) => said(catalogues[lang]));
