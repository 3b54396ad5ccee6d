/** What the banner says, one file a language. */
import type { Lang } from "../../grammar";
import { en, type NoticeWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, NoticeWords> = { ja, en };

/** Its words in a language. */
export const noticeWords = (lang: Lang): NoticeWords => catalogues[lang];
