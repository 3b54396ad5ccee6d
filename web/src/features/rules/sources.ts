/** Where a rule comes from, in words for players. */
import { PRINTED, type Lang } from "../../lib/i18n/grammar";
import { catalogues } from "../../lib/i18n/messages";

/**
 * What a player reads as the source of a statement. `RULES.md` quotes the rulebook in 「」 and may
 * add notes for those who work on the game; those who read its language see the quotations, others that it is
 * the rulebook.
 */
export function sourceWords(source: string, lang: Lang): string {
  const words = catalogues[lang];
  const from = source.indexOf("「");
  const to = source.lastIndexOf("」");
  if (from >= 0 && to > from) {
    if (lang !== PRINTED) return words.sourceRulebook;
    // Notes between two quotations are left out as well.
    return quotations(source.slice(from, to + 1)).join("");
  }
  if (/reconstructed/i.test(source)) return words.sourceReconstructed;
  if (/page/i.test(source)) return words.sourcePublisher;
  return words.sourceRuling;
}

/** The outermost 「…」 of a text. */
function quotations(text: string): string[] {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  [...text].forEach((letter, at, letters) => {
    if (letter === "「" && depth++ === 0) start = at;
    if (letter === "」" && --depth === 0) found.push(letters.slice(start, at + 1).join(""));
  });
  return found.length > 0 ? found : [text];
}
