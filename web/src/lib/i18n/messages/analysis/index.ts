/** What is said with advice and in a review, one file a language; a table in play without advice needs none of it. */
import type { Lang } from "../../grammar";
import { en, type AnalysisWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, AnalysisWords> = { ja, en };

/** These words in a language. */
export const analysisWords = (lang: Lang): AnalysisWords => catalogues[lang];
