/** What is said about seats and about leaving them, one file a language; a table in play needs none of it. */
import type { Lang } from "../../grammar";
import { en, type SeatWords } from "./en";
import { ja } from "./ja";

const catalogues: Record<Lang, SeatWords> = { ja, en };

/** These words in a language. */
export const seatWords = (lang: Lang): SeatWords => catalogues[lang];
