/** Ready-made layouts, told by what they order, so that a beginner can begin with one. */
import type { Choice } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";
import type { Layout } from "./layout";
import type { Offer } from "./notation";

/** One thing to order, and the shortest layout offered for it. */
export interface Suggestion {
  key: string;
  words: string;
  action: string;
  layout: Layout;
}

/** What a choice says it orders: its words before the cards that do it. */
const orderOf = ({ label }: Choice, lang: Lang): string =>
  label[lang].split(/\s*[［\[（(]/u)[0]?.trim() ?? "";

/** The offered layouts, one for each thing they order. Those that order more come first. */
export function suggestions(offers: readonly Offer[], lang: Lang): Suggestion[] {
  const groups = new Map<string, Suggestion>();
  for (const { layout, choice } of offers) {
    const words = orderOf(choice, lang);
    const known = groups.get(words);
    if (known && known.layout.length <= layout.length) continue;
    groups.set(words, { key: words, words, action: choice.action, layout });
  }
  return [...groups.values()];
}
