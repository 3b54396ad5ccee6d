/**
 * Notices of the server's operator: an announcement, the time of a shutdown, and whether new
 * tables can be opened. The page requests them now and then while it is visible.
 */
import type { Notice } from "../../generated/server";
import type { LocalizedText } from "../../generated/core";
import { capabilities } from "./dispatch";
import { problemText } from "./http";
import { acceptInvitation, getNotice } from "./users";
import { clock, monotonic, onGap } from "../clock";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.notice";
const EVERY_MS = 60_000;
/** The time before a shutdown, in milliseconds, from which a dismissed notice is shown again. */
const SOON_MS = 5 * 60_000;

/** A notice to be shown, with the time of the shutdown. */
export interface Shown {
  notice: Notice;
  /**
   * The time of the server's shutdown, in milliseconds on the page's monotonic clock; null if none
   * is planned.
   */
  closes: number | null;
  /**
   * A text that identifies the content of the notice; a dismissed notice stays hidden until it
   * changes.
   */
  key: string;
}

/** The notices of one server's operator, with what the user has dismissed. */
export class Notices {
  /**
   * The result of an invitation in the page's address: "yes", or the reason why it was refused;
   * null if there was none.
   */
  invited = $state.raw<"yes" | LocalizedText | null>(null);
  #notice = $state.raw<Notice | null>(null);
  #closes = $state.raw<number | null>(null);
  #dismissed = $state(readStored(KEY));

  #soon = $derived(this.#closes !== null && this.#closes - clock.monotonic < SOON_MS);

  /** The notice to show; null if there is none or the user has dismissed it. */
  get shown(): Shown | null {
    const notice = this.#notice;
    if (!notice || !(notice.text || notice.closes_at !== null || !notice.may_open)) return null;
    const key = [notice.id, notice.mode, ...(this.#soon ? ["soon"] : [])].join(" ");
    return key === this.#dismissed ? null : { notice, closes: this.#closes, key };
  }

  /** Hides a notice until it has new content. */
  dismiss({ key }: Shown): void {
    this.#dismissed = key;
    writeStored(KEY, key);
  }

  /** Receives a notice from the server. */
  take(notice: Notice): void {
    this.#notice = notice;
    // Computed from the server's own time, independent of the device's clock.
    this.#closes = notice.closes_at === null ? null : monotonic() + notice.closes_at - notice.now;
  }

  /** Sends the server the code of an invitation from a link, and sets the result. */
  async accept(code: string): Promise<void> {
    try {
      this.take(await acceptInvitation(code));
      this.invited = "yes";
    } catch (thrown) {
      this.invited = problemText(thrown);
    }
  }

  /**
   * Requests the notices regularly while the page is visible; returns a function that ends this.
   */
  watch(): () => void {
    if (!capabilities.server) return () => {};
    const look = () => {
      if (document.visibilityState === "hidden") return;
      getNotice().then(
        (notice) => this.take(notice),
        // After a failure the previous notice remains until the server answers again.
        () => {},
      );
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    const ignoreGaps = onGap(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      ignoreGaps();
      document.removeEventListener("visibilitychange", look);
    };
  }
}

/** The notices of the server from which this page was loaded. */
export const notices = new Notices();
