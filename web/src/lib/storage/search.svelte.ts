/**
 * The search for an opponent that continues in this tab while the user is at another table. It
 * lasts until the tab is closed.
 */
const KEY = "zashiki.search";

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Search {
  /** The table at which the user waits; null if there is no search in the background. */
  table = $state.raw<string | null>(stored());

  /** Continues the search at a table in the background. */
  continueAt(table: string): void {
    this.#set(table);
  }

  /** Ends the search in the background: the user is at the table, or has stopped it. */
  end(): void {
    if (this.table !== null) this.#set(null);
  }

  #set(table: string | null): void {
    this.table = table;
    try {
      if (table === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, table);
    } catch {
      // Without storage the search lasts until the page is loaded again.
    }
  }
}

export const search = new Search();
