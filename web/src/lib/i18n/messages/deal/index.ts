/** What is said of how a deal is made and whether it holds, one file a language; a table in play needs none of it. */
import type { Lang } from "../../grammar";
import { en, type DealWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, DealWords> = { ja, en };

/** These words in a language. */
export const dealWords = (lang: Lang): DealWords => catalogues[lang];
