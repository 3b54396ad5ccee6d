/** Texts of the pages about users (profile and ratings), one file per language. */
import type { Lang } from "../../grammar";
import { en, type ProfileWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, ProfileWords> = { ja, en };

/** The texts of the pages about users in a language. */
export const profileWords = (lang: Lang): ProfileWords => catalogues[lang];
