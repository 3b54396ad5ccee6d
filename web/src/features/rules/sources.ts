/** Texts about the source of a rule, for players. */
import { PRINTED, type Lang } from "../../lib/i18n/grammar";
import { messagesIn } from "../../lib/i18n/messages";

/**
 * Describes the source of a rule to players. `RULES.md` quotes the rulebook in 「」 and may contain
 * notes for developers. Readers of the rulebook's language see the quotations; others see a
 * reference to the rulebook.
 */
export function sourceWords(source: string, lang: Lang): string {
  const words = messagesIn(lang);
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

/** The quotations 「…」 in a text, without those inside another quotation. */
function quotations(text: string): string[] {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  [...text].forEach((letter, at, letters) => {
    if (letter === "「" && depth++ === 0) start = at;
    if (letter === "」" && --depth === 0) found.push(letters.slice(start, at + 1).join(""));
  });
  return found.length > 0 ? found : [text];
}
