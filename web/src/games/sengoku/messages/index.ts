/** The page's own texts about 戦国ドミノ, one file per language. */
import type { Lang } from "../../../lib/i18n/grammar";
import { en, type Words } from "./en";
import { ja } from "./ja";

export type { Words } from "./en";

const catalogues: Record<Lang, Words> = { ja, en };

/** The texts in a language. */
export const words = (lang: Lang): Words => catalogues[lang];
