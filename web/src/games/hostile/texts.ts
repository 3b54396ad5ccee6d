/** The game's things in words: named as its glossary names them. */
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import type { ComponentNames } from "./names";
import type { Way } from "./preview";
import { isSquare } from "./geometry";
import { words } from "./messages";

/** What the game calls a thing, by its key in the glossary, as a heading. */
export const heading = (key: string, lang: Lang): string =>
  grammar(lang).heading(rulebook.name(key)[lang]);

/** Several of a thing as a heading. */
export const several = (key: string, lang: Lang): string =>
  grammar(lang).several(rulebook.name(key)[lang]);

/** A tile where there is little room: a gem tile only by its square. */
export function shortName(tile: string, called: ComponentNames): string {
  return isSquare(tile) ? tile : called.tile(tile);
}

/** A way in words: every square with what moved the pawn there, and why it ends there. */
export function wayWord({ steps, reason }: Way, lang: Lang): string {
  const { movers, reasons, way } = words(lang);
  const squares = steps.map(({ square, by }) =>
    movers[by] ? `${square} (${movers[by]})` : square,
  );
  const gems = steps.reduce((sum, step) => sum + step.gems, 0);
  return way([steps[0]?.from, ...squares].join(" → "), reasons[reason], gems);
}
