/** The sides of a game: seats that win and lose together. */
import type { TableState } from "../../generated/session";
import type { Seat } from "../../generated/core";
import type { GameModule } from "../../games/types";
import { say } from "../../lib/i18n/i18n.svelte";

/** One side of a table. */
export interface Side {
  /** The name of the side; empty if its seat plays alone. */
  name: string;
  seats: readonly Seat[];
}

/** The sides of a table, in the order of their first seats. */
export function sidesOf(table: TableState, module: Pick<GameModule, "side"> | undefined): Side[] {
  const sides = new Map<string, Side & { seats: Seat[] }>();
  for (const seat of table.scores.keys()) {
    const text = module?.side?.(seat, table);
    const name = text ? say(text) : "";
    const key = name || String(seat);
    const side = sides.get(key) ?? { name, seats: [] };
    side.seats.push(seat);
    sides.set(key, side);
  }
  return [...sides.values()];
}

/** The sum of a side's scores. */
export const totalOf = ({ seats }: Pick<Side, "seats">, scores: readonly number[]): number =>
  seats.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0);
