/** The choices of a player after a game: another opponent, the lesson, or the review. */
import type { BotInfo, OpenTable, TableState } from "../../generated/session";
import { myName } from "../lobby/createTable";
import { levelsOf } from "../../lib/i18n/names";

/** A built-in bot with its level, from 1 for the weakest, and the number of levels. */
interface LeveledBot {
  bot: BotInfo;
  level: number;
  levels: number;
}

/**
 * The built-in bot that suits the player after a game against bots: the next stronger one than the
 * strongest opponent after a victory, the next weaker one after a defeat. Undefined if there is
 * none, if the player looked on, or if other people played.
 */
export function nextOpponent(table: TableState, bots: readonly BotInfo[]): LeveledBot | undefined {
  const { you, seats, outcome } = table;
  if (you === null || !outcome) return undefined;
  const levels = levelsOf(table.game, bots);
  const opponents = seats.filter((_, seat) => seat !== you);
  const level = Math.max(...opponents.map(({ bot }) => levels.findIndex(({ id }) => id === bot)));
  if (level < 0 || opponents.some(({ bot }) => bot === null)) return undefined;
  const won = outcome.winners.includes(you);
  const next = won ? level + 1 : level - 1;
  const bot = levels[next];
  return bot && { bot, level: next + 1, levels: levels.length };
}

/** The request for the same game against another bot. */
export function sameGameAgainst(table: TableState, bot: BotInfo): OpenTable {
  const { game, options, you, seats } = table;
  return {
    game,
    options: options as OpenTable["options"],
    seats: seats.map((_, seat) =>
      seat === you ? { kind: "me" as const } : { kind: "bot" as const, bot: bot.id },
    ),
    name: myName(),
  };
}
