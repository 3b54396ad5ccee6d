/** What the rooms about people say, one file a language. */
import type { Lang } from "../../grammar";
import { en, type PeopleWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, PeopleWords> = { ja, en };

/** Their words in a language. */
export const peopleWords = (lang: Lang): PeopleWords => catalogues[lang];
