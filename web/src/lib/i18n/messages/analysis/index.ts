/**
 * Texts of advice and reviews, one file per language; a table in play without advice does not load
 * them.
 */
import type { Lang } from "../../grammar";
import { en, type AnalysisWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, AnalysisWords> = { ja, en };

/** The texts in a language. */
export const analysisWords = (lang: Lang): AnalysisWords => catalogues[lang];
