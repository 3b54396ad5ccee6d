/** The result of a table for the user's progress. */
import type { TableState } from "../../generated/session";
import { keepResult } from "./progress.svelte";

/**
 * Stores the result of a finished table in the user's progress, if the user has played against bots
 * of one level. Games that were broken off or began from a set-up position do not count.
 */
export function keepBotResult({
  table,
  game,
  you,
  seats,
  outcome,
  from_position,
}: TableState): void {
  if (!outcome || you === null || from_position || outcome.winners.length === 0) return;
  const bots = new Set(seats.filter((_, seat) => seat !== you).map((seat) => seat.bot));
  const [bot] = bots;
  if (bots.size !== 1 || !bot || seats[you]?.bot) return;
  keepResult(game, { table, bot, won: outcome.winners.includes(you) });
}
