/** Loads a game's tutorial, with the data and the board of the game. */
import type { GamePage } from "../../generated/session";
import type { Tutorial, LocalizedText } from "../../generated/core";
import { loadGame } from "../../games";
import type { GameModule } from "../../games/types";
import { getBook, getGame } from "../../lib/api/games";
import { problemText } from "../../lib/api/http";
import { rulebook } from "../../lib/i18n/rulebook.svelte";

/** The parts of a game's tutorial, loaded or still being loaded. */
export class TutorialLoader {
  page = $state.raw<GamePage | null>(null);
  book = $state.raw<Tutorial | null>(null);
  module = $state.raw<GameModule | null>(null);
  /** True if everything has loaded. */
  loaded = $state(false);
  /** The reason why loading failed; null if it did not. */
  failed = $state.raw<LocalizedText | null>(null);

  /** Loads the tutorial of a game. */
  async load(game: string): Promise<void> {
    try {
      const book = getBook(game);
      const module = loadGame(game);
      this.page = await getGame(game);
      rulebook.use(this.page);
      this.book = await book;
      this.module = (await module) ?? null;
      this.loaded = true;
    } catch (thrown) {
      this.failed = problemText(thrown);
    }
  }
}
