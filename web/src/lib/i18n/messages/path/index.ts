/**
 * Texts about the path for newcomers, lessons, setting up a table, and puzzles, one file per
 * language. Only parts that are loaded when they are opened use them.
 */
import type { Lang } from "../../grammar";
import { en, type PathWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, PathWords> = { ja, en };

/** These texts in a language. */
export const pathWords = (lang: Lang): PathWords => catalogues[lang];
