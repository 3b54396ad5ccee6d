/** Setting up tables. */
import type { BotInfo, OpenTable, SeatPlan, Study } from "../../generated/parlour";
import type { GameInfo } from "../../generated/table";
import { openTable } from "../../lib/api/api";
import { catalogues } from "../../lib/i18n/messages";
import { language } from "../../lib/i18n/i18n.svelte";
import { settings } from "../../lib/storage/settings.svelte";

/** The bots that are offered for a game, weakest first; then programs from outside. */
export function botsFor(game: string, bots: readonly BotInfo[]): BotInfo[] {
  return bots.filter((bot) => bot.offered && bot.games.includes(game));
}

/** The bot of the house that a newcomer to a game meets: the middle one, neither dull nor slow. */
export function hostBot(game: string, bots: readonly BotInfo[]): BotInfo | undefined {
  const able = botsFor(game, bots).filter((bot) => !bot.engine);
  return able[Math.floor(able.length / 2)];
}

/** The person's name, or what people without one are called. */
export function myName(): string {
  return settings.name.trim() || catalogues[language.now].guest;
}

/** Me in the first seat, and the same company in all others. */
export function company(seats: number, others: SeatPlan): SeatPlan[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" } : others));
}

/**
 * Opens a table that begins at a position of another play, with this person at `seat` and bots
 * at the others, and gives its id. What chance brings next is not what it brought there.
 */
export async function playOnFrom(
  play: Pick<Study, "game" | "seats" | "options">,
  position: unknown,
  seat: number,
  bots: readonly BotInfo[],
): Promise<string> {
  const bot = hostBot(play.game, bots);
  const others: SeatPlan = bot ? { kind: "bot", bot: bot.id } : { kind: "open" };
  const seats = Array.from({ length: play.seats }, (_, at) =>
    at === seat ? { kind: "me" as const } : others,
  );
  const { dice: _, ...truth } = position as Record<string, unknown>;
  const options = play.options ?? {};
  const { table } = await openTable({
    game: play.game,
    options,
    seats,
    name: myName(),
    position: truth,
  });
  return table;
}

/** The order for a table with the game's own options. */
export function plainTable(info: GameInfo, others: SeatPlan): OpenTable {
  return { game: info.id, options: {}, seats: company(info.seats[0], others), name: myName() };
}
