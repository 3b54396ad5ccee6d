/** The result of a table for the user's progress. */
import type { TableState } from "../../generated/session";
import { keepHinted, keepResult } from "./progress.svelte";

/**
 * Stores the result of a finished table in the user's progress, if the user has played against bots
 * of one level. Games that were broken off or began from a set-up position do not count, and with
 * hints (`hinted`) the result does not.
 */
export function keepBotResult(
  { table, game, you, seats, outcome, from_position }: TableState,
  hinted: boolean,
): void {
  if (!outcome || you === null || from_position || outcome.winners.length === 0) return;
  const bots = new Set(seats.filter((_, seat) => seat !== you).map((seat) => seat.bot));
  const [bot] = bots;
  if (bots.size !== 1 || !bot || seats[you]?.bot) return;
  if (hinted) keepHinted(game);
  else keepResult(game, { table, bot, won: outcome.winners.includes(you) });
}
