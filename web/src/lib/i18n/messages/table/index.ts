/** What is said about seats and about leaving them, one file a language; a table in play needs none of it. */
import type { Lang } from "../../grammar";
import { en, type TableWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, TableWords> = { ja, en };

/** These words in a language. */
export const tableWords = (lang: Lang): TableWords => catalogues[lang];
