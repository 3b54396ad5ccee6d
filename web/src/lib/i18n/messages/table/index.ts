/**
 * Texts about taking and leaving seats, one file per language. They are separate from the other
 * texts, so that the page of a running match loads them only when they are shown.
 */
import type { Lang } from "../../grammar";
import { en, type TableWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, TableWords> = { ja, en };

/** The texts about taking and leaving seats in a language. */
export const tableWords = (lang: Lang): TableWords => catalogues[lang];
