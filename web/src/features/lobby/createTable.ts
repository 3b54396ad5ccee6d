/** Creation of tables: the choice of bots, the plans of the seats, and the requests. */
import type { BotInfo, GameSummary, OpenTable, SeatPlan, Study } from "../../generated/session";
import { openTable, usualPlace, type Place } from "../../lib/api/tables";
import { suggestedBot } from "../tutorial/progress.svelte";
import { levelsOf } from "../../lib/i18n/names";
import { USUAL } from "../../lib/i18n/timeControl";
import { settings } from "../../lib/storage/settings.svelte";

/**
 * The bots that the server offers for a game: built-in bots, weakest first, then external programs.
 */
export function botsFor(game: string, bots: readonly BotInfo[]): BotInfo[] {
  return bots.filter((bot) => bot.offered && bot.games.includes(game));
}

/** The built-in bot whose level suits the user best, by their results. */
export function hostBot(game: string, bots: readonly BotInfo[]): BotInfo | undefined {
  return suggestedBot(game, levelsOf(game, bots));
}

/** The user's name; empty if it is not set: every reader sees a word in their own language. */
export function myName(): string {
  return settings.name.trim();
}

/** The plans of the seats if the user has the first seat and all others get the plan `others`. */
export function company(seats: number, others: SeatPlan): SeatPlan[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" } : others));
}

/**
 * Opens a table that begins from a position of another game, with the user at `seat` and bots at
 * the other seats, on the server or on this device. Returns its id. Random events differ from those of the other game.
 */
export async function playOnFrom(
  play: Pick<Study, "game" | "seats" | "options" | "components">,
  position: unknown,
  seat: number,
  bots: readonly BotInfo[],
  on: Place = usualPlace(),
): Promise<string> {
  const bot = hostBot(play.game, bots);
  const others: SeatPlan = bot ? { kind: "bot", bot: bot.id } : { kind: "open" };
  const seats = Array.from({ length: play.seats }, (_, at) =>
    at === seat ? { kind: "me" as const } : others,
  );
  const { dice: _, ...truth } = position as Record<string, unknown>;
  const options = play.options ?? {};
  const own = play.components ? { components: play.components } : {};
  const order = { game: play.game, options, seats, name: myName(), position: truth, ...own };
  const { table } = await openTable(order, on);
  return table;
}

/** Returns true if bots take all seats but the user's: there, hints are unfair to nobody. */
export function isAgainstBots(seats: readonly SeatPlan[]): boolean {
  return seats.every(({ kind }) => kind === "me" || kind === "bot");
}

/** The request for a table with the game's default options; against bots it allows hints. */
export function plainTable(info: Pick<GameSummary, "id" | "seats">, others: SeatPlan): OpenTable {
  const seats = company(info.seats[0], others);
  const terms = isAgainstBots(seats) ? { terms: { ...USUAL, advice: true } } : {};
  return { game: info.id, options: {}, seats, name: myName(), ...terms };
}
