/** Alerts a user whose page is not visible at their turn, by a bell and a notification. */
import { alert, takeDown } from "../../lib/dom/alerts";
import { readStored, writeStored } from "../../lib/storage/storage";
import { path } from "../../lib/url/routes";
import { play } from "../../lib/dom/sound";

const KEY = "zashiki.called";

/** The alerts about one table; at most one for each event. */
export class TurnAlert {
  readonly #path: string;
  #last = "";

  constructor(table: string) {
    this.#path = path({ page: "table", table });
  }

  /**
   * Alerts the user if the page is not visible; at most once per `occasion`, a text that identifies
   * the event.
   */
  call(occasion: string, title: string, body: string): void {
    if (document.visibilityState !== "hidden" || occasion === this.#last) return;
    this.#last = occasion;
    play("bell");
    // Another tab of the same table may have alerted already, or this tab before it was reloaded.
    const called = `${this.#path} ${occasion}`;
    if (readStored(KEY) === called) return;
    writeStored(KEY, called);
    void alert({ title, body, path: this.#path }).catch(() => {
      // The permission was withdrawn; the bell has been played.
    });
  }

  /** Removes the notification, since the user sees the page again. */
  seen(): void {
    void takeDown(this.#path).catch(() => {});
  }
}
