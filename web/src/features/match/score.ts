/** The text of a seat's score in lists of seats. */
import type { TableState } from "../../generated/session";
import type { Seat } from "../../generated/core";
import type { GameModule } from "../../games/types";
import { say } from "../../lib/i18n/i18n.svelte";

/**
 * The score in the game's own words, if the game defines them; otherwise the number by which seats
 * are ranked.
 */
export function scoreOf(seat: Seat, table: TableState, module: GameModule | undefined): string {
  const text = module?.score?.(seat, table);
  const scores = module?.scores?.(table.view) ?? table.scores;
  return text ? say(text) : String(scores[seat] ?? 0);
}
