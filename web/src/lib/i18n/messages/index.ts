/** All texts of the page itself, without those of the games, one file per language. */
import type { LocalizedText } from "../../../generated/core";
import type { Lang } from "../grammar";
import type { PageTexts } from "./en";
import type { FrontTexts } from "./front/en";
import { bundleIn, inEachLater } from "./loaded";

export { hasMessages, loadAllMessages, loadMessages, withTexts } from "./loaded";

/** The type of the page's texts in every language. */
export type Messages = FrontTexts["page"] & PageTexts;

/** The page's texts in a language. */
export const messagesIn = (lang: Lang): Messages => bundleIn(lang).page;

/** One of the page's texts in every language; `said` selects it from the texts of a language. */
export const message = (said: (words: Messages) => string): LocalizedText =>
  inEachLater((lang) => said(messagesIn(lang)));
