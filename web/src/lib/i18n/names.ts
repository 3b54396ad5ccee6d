/** The names of a table's seats and of the players at them. */
import type { BotInfo, SeatState } from "../../generated/session";
import type { GameInfo } from "../../generated/core";
import { language, say } from "./i18n.svelte";

/** The game's name of a seat; if it has none, the number of the seat, counted from 1. */
export function placeName(info: Pick<GameInfo, "seat_names"> | undefined, seat: number): string {
  const called = info?.seat_names[seat];
  return called ? say(called) : String(seat + 1);
}

/** The game's names of all its seats, in the current language. */
export function placeNames(info: Pick<GameInfo, "seat_names"> | undefined): string[] {
  return (info?.seat_names ?? []).map((called) => say(called));
}

/** The name of a bot in the current language; its id if the bot is unknown. */
export function botName(id: string, bots: readonly BotInfo[]): string {
  const bot = bots.find((each) => each.id === id);
  return bot ? say(bot.name) : id;
}

/** The built-in bots that the server offers for a game, weakest first. */
export function levelsOf(game: string, bots: readonly BotInfo[]): BotInfo[] {
  return bots.filter((bot) => bot.offered && !bot.engine && bot.games.includes(game));
}

/** The level of a bot in a game from 1, the weakest, and the number of levels; null if it has none. */
export function levelOf(
  id: string,
  game: string,
  bots: readonly BotInfo[],
): [number, number] | null {
  const levels = levelsOf(game, bots);
  const at = levels.findIndex((each) => each.id === id);
  return at < 0 ? null : [at + 1, levels.length];
}

/**
 * The name of a bot with its level, such as "Level 2 of 5 · Beginner": which of two names is the stronger
 * opponent cannot be guessed. A bot without a level has only its name.
 */
export function leveledName(id: string, game: string, bots: readonly BotInfo[]): string {
  const level = levelOf(id, game, bots);
  const name = botName(id, bots);
  return level ? language.words.leveled(name, ...level) : name;
}

/**
 * The stored names of people without a name, of which further ones are numbered. Older pages stored
 * the word of their own language.
 */
const NAMELESS = /^(?:Guest|\u30b2\u30b9\u30c8)(?: \((\d+)\))?$/;

/** The name of a person; for a person without a name, a word in the current language. */
export function personName(name: string): string {
  const nameless = NAMELESS.exec(name);
  if (!nameless) return name;
  const { guest, guestNumber } = language.words;
  return nameless[1] ? guestNumber(Number(nameless[1])) : guest;
}

/** The name of the person or bot at each seat; for an empty seat, the game's name of the seat. */
export function sitterNames(
  seats: readonly SeatState[],
  bots: readonly BotInfo[],
  info: Pick<GameInfo, "seat_names"> | undefined,
): string[] {
  return seats.map((seat, index) => {
    const bot = bots.find((each) => each.id === seat.bot);
    if (seat.persona) return seat.persona[language.now];
    return bot ? say(bot.name) : personName(seat.name) || placeName(info, index);
  });
}

/**
 * Adds the seat's name in brackets to a player's name, unless the player's name already contains
 * it. The names of several copies of the same bot do.
 */
export function nameAndPlace(name: string, place: string): string {
  return name.includes(place) ? name : `${name} (${place})`;
}

/**
 * The players' names, each different: where two are equal, for example two copies of the same bot,
 * the seat's name is added.
 */
export function distinctNames(
  called: readonly string[],
  info: Pick<GameInfo, "seat_names"> | undefined,
): string[] {
  return called.map((name, index) =>
    called.some((other, at) => at !== index && other === name)
      ? language.words.nameAt(name, placeName(info, index))
      : name,
  );
}
