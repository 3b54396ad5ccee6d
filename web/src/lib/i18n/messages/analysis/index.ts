/**
 * Texts of advice and reviews, one file per language. They are separate from the other texts, so
 * that the page of a match without advice does not load them.
 */
import type { Lang } from "../../grammar";
import { en, type AnalysisWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, AnalysisWords> = { ja, en };

/** The texts of advice and reviews in a language. */
export const analysisWords = (lang: Lang): AnalysisWords => catalogues[lang];
