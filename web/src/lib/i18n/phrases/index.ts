/**
 * Division of a text into phrases, between which a heading may break. Browsers that know
 * `word-break: auto-phrase` do this by themselves for Japanese; in others a line could begin with a
 * particle.
 */
import type { Lang } from "../grammar";
import { language } from "../i18n.svelte";
import { ja } from "./ja";

/**
 * Returns true if a line may break between these two words, by language. In a language with blanks
 * between words, lines break at blanks.
 */
const mayBreak: Partial<Record<Lang, (before: string, after: string) => boolean>> = { ja };

/**
 * The phrases of a text in the current language, which together are the text. In a language with blanks
 * between words, and in a browser that cannot find words, it is one phrase.
 */
export function phrasesOf(text: string): string[] {
  const may = mayBreak[language.now];
  if (!may || typeof Intl.Segmenter !== "function") return [text];
  const phrases: string[] = [];
  let before = "";
  const words = new Intl.Segmenter(language.now, { granularity: "word" }).segment(text);
  for (const { segment } of words) {
    if (before && may(before, segment)) phrases.push("");
    phrases.push((phrases.pop() ?? "") + segment);
    before = segment;
  }
  return phrases;
}
