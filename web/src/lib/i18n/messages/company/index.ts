/** Texts about company at a table, one file per language. */
import type { Lang } from "../../grammar";
import { en, type CompanyWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, CompanyWords> = { ja, en };

/** The texts about company at a table in a language. */
export const companyWords = (lang: Lang): CompanyWords => catalogues[lang];
