/** A seat's score, as it stands wherever seats are listed. */
import type { TableState } from "../../generated/parlour";
import type { Seat } from "../../generated/table";
import type { GameModule } from "../../games/types";
import { say } from "../../lib/i18n/i18n.svelte";

/** In the game's own words, where it has some; otherwise the number that sorts the seats. */
export function scoreOf(seat: Seat, table: TableState, module: GameModule | undefined): string {
  const text = module?.score?.(seat, table);
  return text ? say(text) : String(table.scores[seat] ?? 0);
}
