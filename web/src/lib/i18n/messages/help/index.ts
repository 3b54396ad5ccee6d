/** What is said with advice and in a review, one file a language; a table in play without advice needs none of it. */
import type { Lang } from "../../grammar";
import { en, type HelpWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, HelpWords> = { ja, en };

/** These words in a language. */
export const helpWords = (lang: Lang): HelpWords => catalogues[lang];
