/** Texts of the pages about users, one file per language. */
import type { Lang } from "../../grammar";
import { en, type ProfileWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, ProfileWords> = { ja, en };

/** The texts in a language. */
export const profileWords = (lang: Lang): ProfileWords => catalogues[lang];
