/** Names of a table's seats and players. */
import type { BotInfo, SeatState } from "../../generated/server";
import type { GameInfo } from "../../generated/core";
import { language, say } from "./i18n.svelte";

/** The game's name of a seat; its number if it has none. */
export function placeName(info: GameInfo | undefined, seat: number): string {
  const called = info?.seat_names[seat];
  return called ? say(called) : String(seat + 1);
}

/** The game's names of its seats. */
export function placeNames(info: GameInfo | undefined): string[] {
  return (info?.seat_names ?? []).map((called) => say(called));
}

/** The name of a bot; its id if it is unknown. */
export function botName(id: string, bots: readonly BotInfo[]): string {
  const bot = bots.find((each) => each.id === id);
  return bot ? say(bot.name) : id;
}

/** The names of the people and bots at the seats. */
export function sitterNames(
  seats: readonly SeatState[],
  bots: readonly BotInfo[],
  info: GameInfo | undefined,
): string[] {
  return seats.map((seat, index) => {
    const bot = bots.find((each) => each.id === seat.bot);
    return bot ? say(bot.name) : seat.name || placeName(info, index);
  });
}

/** A name with its seat, unless the name contains it, as those of equal bots do. */
export function nameAndPlace(name: string, place: string): string {
  return name.includes(place) ? name : `${name} (${place})`;
}

/** The players' names, with the seat's name where two are equal, as those of equal bots are. */
export function distinctNames(called: readonly string[], info: GameInfo | undefined): string[] {
  return called.map((name, index) =>
    called.some((other, at) => at !== index && other === name)
      ? language.words.nameAt(name, placeName(info, index))
      : name,
  );
}
