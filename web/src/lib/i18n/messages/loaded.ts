/**
 * The texts that are loaded, by language: those with which the front page is shown come first, and
 * all others with the first page or part that needs more.
 */
import type { LocalizedText } from "../../../generated/core";
import { LANGS, type Lang } from "../grammar";
import type { Bundle } from "./bundles/en";
import type { FrontTexts } from "./front/en";

const front: Record<Lang, () => Promise<FrontTexts>> = {
  ja: () => import("./front/ja").then(({ ja }) => ja),
  en: () => import("./front/en").then(({ en }) => en),
};
const further: Record<Lang, () => Promise<Bundle>> = {
  ja: () => import("./bundles/ja").then(({ ja }) => ja),
  en: () => import("./bundles/en").then(({ en }) => en),
};

/** All texts of a language. At first only those of the front page are there. */
type Texts = FrontTexts & Bundle;

const loaded: Partial<Record<Lang, Texts>> = {};
/** The languages of which all texts are loaded. */
const complete = new Set<Lang>();
/** The languages in which the page was ever shown. */
const asked = new Set<Lang>();

/** True once a page or part was opened that needs more than the texts of the front page. */
let needed = false;

async function loadFront(lang: Lang): Promise<Texts> {
  const { page, table } = await front[lang]();
  return (loaded[lang] ??= { page: { ...page }, table: { ...table } } as Texts);
}

/** Loads the texts in a language that the page needs now. */
export async function loadMessages(lang: Lang): Promise<void> {
  asked.add(lang);
  if (hasMessages(lang)) return;
  const [texts, more] = await Promise.all([loadFront(lang), needed ? further[lang]() : null]);
  if (!more) return;
  Object.assign(texts.page, more.page);
  Object.assign(texts.table, more.table);
  texts.device = more.device;
  complete.add(lang);
}

/** Loads all texts in the languages in which the page was shown, and from now on in others. */
export async function loadAllMessages(): Promise<void> {
  needed = true;
  await Promise.all([...asked].map(loadMessages));
}

/**
 * Loads a page, or a part of one, together with all texts. The front page is shown without most of
 * them, so everything that is loaded later needs them.
 */
export async function withTexts<Part>(coming: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([coming, loadAllMessages()]);
  return part;
}

/** Returns true if the texts in this language that the page needs now are loaded. */
export const hasMessages = (lang: Lang): boolean => (needed ? complete.has(lang) : lang in loaded);

/** The texts in a language; in a loaded one, if this one is not loaded. */
export function bundleIn(lang: Lang): Texts {
  const words = loaded[lang] ?? LANGS.map((other) => loaded[other]).find((other) => other);
  if (!words) throw new Error("no language is loaded");
  return words;
}

/** A text in every language, each of which is made when it is read. */
export const inEachLater = (said: (lang: Lang) => string): LocalizedText =>
  Object.defineProperties(
    {} as LocalizedText,
    Object.fromEntries(LANGS.map((lang) => [lang, { enumerable: true, get: () => said(lang) }])),
  );
