/** Texts with names from the game's glossary. */
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import type { ComponentNames } from "./names";
import type { Way } from "./preview";
import { isSquare } from "./geometry";
import { words } from "./messages";

/** The name of a glossary entry, as a heading. */
export const heading = (key: string, lang: Lang): string =>
  grammar(lang).heading(rulebook.name("hostile", key)[lang]);

/** The plural of the name of a glossary entry, as a heading. */
export const several = (key: string, lang: Lang): string =>
  grammar(lang).several(rulebook.name("hostile", key)[lang]);

/** A short name of a tile; for a gem tile only its square. */
export function shortName(tile: string, called: ComponentNames): string {
  return isSquare(tile) ? tile : called.tile(tile);
}

/**
 * The text of a pawn's path: every square with the cause of the movement to it, then the reason why
 * the path ends.
 */
export function wayWord({ steps, reason }: Way, lang: Lang): string {
  const { movers, reasons, way } = words(lang);
  const squares = steps.map(({ square, by }) =>
    movers[by] ? `${square} (${movers[by]})` : square,
  );
  const gems = steps.reduce((sum, step) => sum + step.gems, 0);
  return way([steps[0]?.from, ...squares].join(" → "), reasons[reason], gems);
}
