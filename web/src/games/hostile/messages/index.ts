/** What the page says about the game, one file a language. */
import type { Lang } from "../../../lib/i18n/grammar";
import { en, type Words } from "./en";
import { ja } from "./ja";

export type { Words } from "./en";

const catalogues: Record<Lang, Words> = { ja, en };

/** Its words in a language. */
export const words = (lang: Lang): Words => catalogues[lang];
