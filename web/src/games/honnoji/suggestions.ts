/** Ready-made layouts, named by their orders, as a start for beginners. */
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { fitted, homed, write, type Layout } from "./layout";
import type { Offer } from "./notation";
import { words } from "./messages";

/** A suggested layout: a set of orders, and the smallest offered layout that gives them. */
export interface Suggestion {
  key: string;
  words: string;
  action: string;
  layout: Layout;
}

/**
 * The suggestions for the offered layouts, one for each set of orders. More orders for fewer cards
 * come first, and layouts that begin alike (with the same move, for example) alternate with others.
 */
export function suggestions(offers: readonly Offer[], lang: Lang): Suggestion[] {
  const groups = new Map<string, Suggestion & { parts: string[] }>();
  for (const { layout, choice, orders } of offers) {
    // Empty layouts and pure bluffs are not suggested.
    if (orders.length === 0) continue;
    const parts = orders.map(([icon, number]) => `${icon} ${number}`);
    const key = parts.join(", ");
    const known = groups.get(key);
    if (known && known.layout.length <= layout.length) continue;
    const said = orders.map(([icon, number]) => words(lang).ordered[icon](number)).join(" · ");
    groups.set(key, {
      key,
      words: grammar(lang).heading(said),
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

/**
 * The suggestions for a user who has already laid some cards: those that keep most of them in
 * place come first.
 */
export function fitting(all: readonly Suggestion[], basis: Layout): readonly Suggestion[] {
  const near =
    basis.length === 0
      ? all
      : all
          .map((each) => ({ each, ...fitted(each.layout, basis) }))
          .sort((a, b) => b.alike - a.alike)
          .map(({ each, layout }) => ({ ...each, layout }));
  return near.map((each) => {
    const layout = homed(each.layout);
    return { ...each, layout, action: write(layout) };
  });
}
