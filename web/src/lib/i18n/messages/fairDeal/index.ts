/**
 * Texts about fair deals and their verification, one file per language. They are separate from the
 * other texts, so that the page of a running match loads them only when they are shown.
 */
import type { Lang } from "../../grammar";
import { en, type FairDealWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, FairDealWords> = { ja, en };

/** The texts about fair deals in a language. */
export const fairDealWords = (lang: Lang): FairDealWords => catalogues[lang];
