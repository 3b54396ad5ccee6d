/**
 * Texts about seats and about leaving them, one file per language; a table in play does not load
 * them.
 */
import type { Lang } from "../../grammar";
import { en, type TableWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, TableWords> = { ja, en };

/** The texts in a language. */
export const tableWords = (lang: Lang): TableWords => catalogues[lang];
