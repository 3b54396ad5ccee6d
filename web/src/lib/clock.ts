/**
 * Time, for the whole page. Countdowns use a monotonic clock, which nobody can set, and the time
 * left that the server sent. Dates are the server's. The device's own clock may be hours off and
 * may be set while the page is open: it serves only to notice uncounted time, and as a date until
 * the first answer of the server. A lint rule keeps the rest of the page from using it.
 */
import { createSubscriber } from "svelte/reactivity";

const SECOND = 1_000;
/** Update interval of countdowns and dates on the page, in milliseconds. */
const COUNT_EVERY = 250;
const DATE_EVERY = 60 * SECOND;

/**
 * Check interval of {@link onGap}, the accepted difference of the two clocks per interval, and a
 * delay that no browser gives the timers of a hidden page. In milliseconds.
 */
const LOOK_EVERY = 5 * SECOND;
const APART = 2 * SECOND;
const LATE = 90 * SECOND;

/**
 * Milliseconds on a clock that only advances, since some time before the page. Some browsers stop
 * it while the device sleeps: see {@link onGap}.
 */
export const monotonic = (): number => performance.now();

/** The device's clock minus the monotonic one. */
const deviceOffset = (): number => Date.now() - monotonic();

/** The server's clock minus the monotonic one; null until the server has answered. */
let serverOffset: number | null = null;

/** Reads the server's time from the `Date` header of a new response. */
export function learnDate(header: string | null): void {
  const at = Date.parse(header ?? "");
  if (Number.isNaN(at)) return;
  // A response from a cache is older than now, never newer.
  serverOffset = Math.max(serverOffset ?? -Infinity, at - monotonic());
}

/** Resets the time of {@link learnDate}, for tests. */
export function forgetDate(): void {
  serverOffset = null;
}

/** Milliseconds since 1970 by the server's clock. */
const serverDate = (): number => monotonic() + (serverOffset ?? deviceOffset());

/** A time that markup and effects follow; it has a timer only while something reads it. */
class Ticking {
  readonly #follow: () => void;

  constructor(
    readonly read: () => number,
    every: number,
  ) {
    this.#follow = createSubscriber((update) => {
      const timer = setInterval(update, every);
      const ignore = onGap(update);
      return () => {
        clearInterval(timer);
        ignore();
      };
    });
  }

  get now(): number {
    this.#follow();
    return this.read();
  }
}

const counting = new Ticking(monotonic, COUNT_EVERY);
const dating = new Ticking(serverDate, DATE_EVERY);

/** The present time; markup and effects that read it are updated. */
export const clock = {
  /** On the {@link monotonic} clock, for countdowns. */
  get monotonic(): number {
    return counting.now;
  },
  /** Milliseconds since 1970 by the server's clock, for dates; updated every minute. */
  get date(): number {
    return dating.now;
  },
};

/**
 * Calls back when time may have passed that the monotonic clock did not count, or messages may
 * have waited unread: the device slept, the page was frozen or restored from the history, or the
 * device's clock was set, which looks the same. Data from the server must be requested again then.
 * Returns a function that stops this.
 */
export function onGap(callback: () => void): () => void {
  let offset = deviceOffset();
  let looked = monotonic();
  const look = () => {
    const [before, since] = [offset, looked];
    [offset, looked] = [deviceOffset(), monotonic()];
    if (Math.abs(offset - before) > APART || looked - since > LATE) callback();
  };
  const shown = () => {
    if (document.visibilityState === "visible") look();
  };
  const returned = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener("visibilitychange", shown);
  document.addEventListener("resume", callback);
  window.addEventListener("pageshow", returned);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", shown);
    document.removeEventListener("resume", callback);
    window.removeEventListener("pageshow", returned);
  };
}
