/** Calls somebody who looks elsewhere back to a table: by a bell, and by a notification. */
import { alert, takeDown } from "../../lib/dom/alerts";
import { readStored, writeStored } from "../../lib/storage/storage";
import { path } from "../../lib/url/routes";
import { play } from "../../lib/dom/sound";

const KEY = "zashiki.called";

/** The calls of one table. */
export class TurnAlert {
  readonly #path: string;
  #last = "";

  constructor(table: string) {
    this.#path = path({ page: "table", table });
  }

  /** Calls, once for each `occasion`, who does not see the page. */
  call(occasion: string, title: string, body: string): void {
    if (document.visibilityState !== "hidden" || occasion === this.#last) return;
    this.#last = occasion;
    play("bell");
    // Another tab of the same table may have been faster, or this one before it was reloaded.
    const called = `${this.#path} ${occasion}`;
    if (readStored(KEY) === called) return;
    writeStored(KEY, called);
    void alert({ title, body, path: this.#path }).catch(() => {
      // The browser has taken its leave back; the bell was heard.
    });
  }

  /** The person looks again. */
  seen(): void {
    void takeDown(this.#path).catch(() => {});
  }
}
