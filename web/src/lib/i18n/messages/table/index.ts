/** Texts about taking and leaving seats, one file per language. */
import type { Lang } from "../../grammar";
import { bundleIn } from "../loaded";
import type { TableWords } from "./en";

/** The texts about taking and leaving seats in a language. */
export const tableWords = (lang: Lang): TableWords => bundleIn(lang).table;
