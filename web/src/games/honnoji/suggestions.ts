/** Ready-made layouts, told by what they order, so that a beginner can begin with one. */
import type { Choice } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";
import { fitted, write, type Layout } from "./layout";
import type { Offer } from "./notation";

/** One thing to order, and the smallest layout offered for it. */
export interface Suggestion {
  key: string;
  words: string;
  action: string;
  layout: Layout;
}

/** A choice says what is ordered, then in brackets which cards are laid. */
const ORDERS = /^([^()]+?)\s*\(/u;
const PARTS = /・|,\s*/u;

const orderOf = ({ label }: Choice, lang: Lang): string => ORDERS.exec(label[lang])?.[1] ?? "";

/** The offered layouts, one for each thing they order. What orders more for fewer cards comes
    first, and what begins alike (with the same move, say) takes turns with the others. */
export function suggestions(offers: readonly Offer[], lang: Lang): Suggestion[] {
  const groups = new Map<string, Suggestion & { parts: string[] }>();
  for (const { layout, choice } of offers) {
    const order = orderOf(choice, lang);
    // Whatever is ordered has a number; laying nothing, or only to mislead, is no idea.
    if (!/\d/.test(order)) continue;
    const known = groups.get(order);
    if (known && known.layout.length <= layout.length) continue;
    const parts = order.split(PARTS);
    groups.set(order, {
      key: order,
      words: parts.join(" · "),
      action: choice.action,
      layout,
      parts,
    });
  }
  const best = [...groups.values()].sort(
    (a, b) => b.parts.length - a.parts.length || a.layout.length - b.layout.length,
  );
  const turns = new Map<string, number>();
  const turned = best.map((each) => {
    const turn = turns.get(each.parts[0]!) ?? 0;
    turns.set(each.parts[0]!, turn + 1);
    return { each, turn };
  });
  turned.sort((a, b) => a.turn - b.turn);
  return turned.map(({ each: { key, words, action, layout } }) => ({ key, words, action, layout }));
}

/** The suggestions for somebody who has laid some cards already: those that keep most of them
    where they lie come first. */
export function fitting(all: readonly Suggestion[], basis: Layout): readonly Suggestion[] {
  if (basis.length === 0) return all;
  return all
    .map((each) => ({ each, ...fitted(each.layout, basis) }))
    .sort((a, b) => b.alike - a.alike)
    .map(({ each, layout }) => ({ ...each, layout, action: write(layout) }));
}
