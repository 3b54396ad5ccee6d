/** Texts about the files kept for use without a network, one file per language. */
import type { Lang } from "../../grammar";
import { en, type OfflineWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, OfflineWords> = { ja, en };

/** The texts about offline use in a language. */
export const offlineWords = (lang: Lang): OfflineWords => catalogues[lang];
