/** A seat's score in lists of seats. */
import type { TableState } from "../../generated/server";
import type { Seat } from "../../generated/core";
import type { GameModule } from "../../games/types";
import { say } from "../../lib/i18n/i18n.svelte";

/** In the game's own words, if it has any; otherwise the number that orders the seats. */
export function scoreOf(seat: Seat, table: TableState, module: GameModule | undefined): string {
  const text = module?.score?.(seat, table);
  return text ? say(text) : String(table.scores[seat] ?? 0);
}
