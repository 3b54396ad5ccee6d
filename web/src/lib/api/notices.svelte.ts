/**
 * Notices of the server's operator: an announcement, the time of a shutdown, and whether new
 * tables can be opened. The page requests them now and then while it is visible.
 */
import type { Notice } from "../../generated/server";
import type { LocalizedText } from "../../generated/core";
import { problemText } from "./http";
import { acceptInvitation, getNotice } from "./users";
import { clock, monotonic, onGap } from "../clock";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.notice";
const EVERY_MS = 60_000;
/** A dismissed notice is shown again when the server shuts down within this time. */
const SOON_MS = 5 * 60_000;

/** A notice to be shown, with the time left. */
export interface Shown {
  notice: Notice;
  /** The time of the shutdown, on the page's monotonic clock. */
  closes: number | null;
  /** Changes when the notice has new content. */
  key: string;
}

/** The notices of a server. */
export class Notices {
  /** The result of an invitation from a link. */
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

  /** Stores a notice from the server. */
  take(notice: Notice): void {
    this.#notice = notice;
    // The time from now, independent of the device's clock.
    this.#closes = notice.closes_at === null ? null : monotonic() + notice.closes_at - notice.now;
  }

  /** Accepts an invitation by the code from a link. */
  async accept(code: string): Promise<void> {
    try {
      this.take(await acceptInvitation(code));
      this.invited = "yes";
    } catch (thrown) {
      this.invited = problemText(thrown);
    }
  }

  /** Polls the notices while the page is visible; returns a function that stops this. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      getNotice().then(
        (notice) => this.take(notice),
        // The previous notice remains until there is an answer.
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

/** The notices of the server that served the page. */
export const notices = new Notices();
