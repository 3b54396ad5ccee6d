/** Texts about taking and leaving seats, one file per language. */
import type { Lang } from "../../grammar";
import type { FrontTexts } from "../front/en";
import { bundleIn } from "../loaded";
import type { SeatTexts } from "./en";

/** The type of these texts in every language. */
export type TableWords = FrontTexts["table"] & SeatTexts;

/** The texts about taking and leaving seats in a language. */
export const tableWords = (lang: Lang): TableWords => bundleIn(lang).table;
