/** What is said of how a deal is made and whether it holds, one file a language; a table in play needs none of it. */
import type { Lang } from "../../grammar";
import { en, type FairDealWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, FairDealWords> = { ja, en };

/** These words in a language. */
export const fairDealWords = (lang: Lang): FairDealWords => catalogues[lang];
