/** Texts of the notice banner, one file per language. */
import type { Lang } from "../../grammar";
import { en, type NoticeWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, NoticeWords> = { ja, en };

/** The texts in a language. */
export const noticeWords = (lang: Lang): NoticeWords => catalogues[lang];
