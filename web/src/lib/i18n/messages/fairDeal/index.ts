/**
 * Texts about fair deals and their verification, one file per language; a table in play does not
 * load them.
 */
import type { Lang } from "../../grammar";
import { en, type FairDealWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, FairDealWords> = { ja, en };

/** The texts in a language. */
export const fairDealWords = (lang: Lang): FairDealWords => catalogues[lang];
