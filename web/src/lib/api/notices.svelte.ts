/**
 * What the operator of the server has to say: an announcement, when the server will close, and
 * whether anything new can begin. It is asked for now and then while the page is in sight.
 */
import type { Notice } from "../../generated/parlour";
import type { Text } from "../../generated/table";
import { acceptInvitation, getNotice, problemText } from "./api";
import { clock, monotonic, onGap } from "../clock";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.notice";
const EVERY_MS = 60_000;
/** Who dismissed the notice is told once more when the server closes as soon as this. */
const SOON_MS = 5 * 60_000;

/** A notice to be shown, and how much time is left. */
export interface Shown {
  notice: Notice;
  /** When the server closes, on the page's monotonic clock. */
  closes: number | null;
  /** Changes whenever there is something new in it. */
  key: string;
}

/** The notices of one server. */
export class Notices {
  /** What became of an invitation that was brought along. */
  invited = $state.raw<"yes" | Text | null>(null);
  #notice = $state.raw<Notice | null>(null);
  #closes = $state.raw<number | null>(null);
  #dismissed = $state(readStored(KEY));

  #soon = $derived(this.#closes !== null && this.#closes - clock.monotonic < SOON_MS);

  /** What is to be shown; null where nothing is, or the person has dismissed it. */
  get shown(): Shown | null {
    const notice = this.#notice;
    if (!notice || !(notice.text || notice.closes_at !== null || !notice.may_open)) return null;
    const key = [notice.id, notice.mode, ...(this.#soon ? ["soon"] : [])].join(" ");
    return key === this.#dismissed ? null : { notice, closes: this.#closes, key };
  }

  /** Hides a notice until there is something new in it. */
  dismiss({ key }: Shown): void {
    this.#dismissed = key;
    writeStored(KEY, key);
  }

  /** Takes what the server says. */
  take(notice: Notice): void {
    this.#notice = notice;
    // How long from now, whatever the device's clock says.
    this.#closes = notice.closes_at === null ? null : monotonic() + notice.closes_at - notice.now;
  }

  /** Accepts an invitation, whose code a link brought. */
  async accept(code: string): Promise<void> {
    try {
      this.take(await acceptInvitation(code));
      this.invited = "yes";
    } catch (thrown) {
      this.invited = problemText(thrown);
    }
  }

  /** Follows the notices while the page is in sight; what it returns ends that. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      getNotice().then(
        (notice) => this.take(notice),
        // What was said before holds until there is an answer.
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
