/** Every word of the shell, one file a language. */
import type { Text } from "../../../generated/table";
import { inEach, type Lang } from "../grammar";
import { en, type Messages } from "./en";
import { ja } from "./ja";

export type { Messages } from "./en";

/** The catalogues by language. */
export const catalogues: Record<Lang, Messages> = { ja, en };

/** Words of the shell in every language. */
export const message = (said: (words: Messages) => string): Text =>
  inEach((lang) => said(catalogues[lang]));
