/** Texts about editions, one file per language. Only pages about editions load them. */
import type { Lang } from "../../grammar";
import { en, type EditionWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, EditionWords> = { ja, en };

/** The texts about editions in a language. */
export const editionWords = (lang: Lang): EditionWords => catalogues[lang];
