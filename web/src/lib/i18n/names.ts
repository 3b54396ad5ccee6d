/** What to call the seats of a table and those who sit there. */
import type { BotInfo, SeatState } from "../../generated/parlour";
import type { GameInfo } from "../../generated/table";
import { language, say } from "./i18n.svelte";

/** What the game calls a seat; its number where it has no name. */
export function placeName(info: GameInfo | undefined, seat: number): string {
  const called = info?.seat_names[seat];
  return called ? say(called) : String(seat + 1);
}

/** What the game calls its seats. */
export function placeNames(info: GameInfo | undefined): string[] {
  return (info?.seat_names ?? []).map((called) => say(called));
}

/** What a bot is called; its id where there is none of it. */
export function botName(id: string, bots: readonly BotInfo[]): string {
  const bot = bots.find((each) => each.id === id);
  return bot ? say(bot.name) : id;
}

/** The people and bots at the seats by their own names. */
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

/** A name with its place, unless the name says it already, as those of two alike do. */
export function nameAndPlace(name: string, place: string): string {
  return name.includes(place) ? name : `${name} (${place})`;
}

/** Who sits where, with the seat's name where two are called the same, as bots of a kind are. */
export function distinctNames(called: readonly string[], info: GameInfo | undefined): string[] {
  return called.map((name, index) =>
    called.some((other, at) => at !== index && other === name)
      ? language.words.nameAt(name, placeName(info, index))
      : name,
  );
}
