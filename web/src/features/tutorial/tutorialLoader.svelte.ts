/** What is needed to show a game's book: its page, the book itself and its board. */
import type { GamePage } from "../../generated/parlour";
import type { Book, Text } from "../../generated/table";
import { loadGame } from "../../games";
import type { GameModule } from "../../games/types";
import { getBook, getGame, problemText } from "../../lib/api/api";
import { rulebook } from "../../lib/i18n/rulebook.svelte";

/** A game's book on its way to the page. */
export class TutorialLoader {
  page = $state.raw<GamePage | null>(null);
  book = $state.raw<Book | null>(null);
  module = $state.raw<GameModule | null>(null);
  /** Whether all that there is has come. */
  loaded = $state(false);
  /** Why it did not. */
  failed = $state.raw<Text | null>(null);

  /** Asks for it. */
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
