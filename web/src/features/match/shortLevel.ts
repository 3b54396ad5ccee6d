/** The level of a bot where its name has no room. */
import type { BotInfo } from "../../generated/session";
import { language } from "../../lib/i18n/i18n.svelte";
import { botName, levelOf } from "../../lib/i18n/names";

/** The shortest text that tells the level of a bot; its name if it has none. */
export function shortLevel(id: string, game: string, bots: readonly BotInfo[]): string {
  const level = levelOf(id, game, bots);
  const name = botName(id, bots);
  return level ? language.words.shortLevel(name, level[0]) : name;
}
