/** What the rooms about people say, one file a language. */
import type { Lang } from "../../grammar";
import { en, type ProfileWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, ProfileWords> = { ja, en };

/** Their words in a language. */
export const profileWords = (lang: Lang): ProfileWords => catalogues[lang];
