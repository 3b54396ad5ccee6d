/**
 * Time, for the whole page. Countdowns run on a monotonic clock, which nobody sets, from the time
 * left that the server sent. Dates are the server's. The device's own clock may be hours off and may
 * be set while the page is open: it serves only to notice time that passed uncounted, and as a date
 * until the server has answered something. A lint rule keeps the rest of the page away from it.
 */
import { createSubscriber } from "svelte/reactivity";

const SECOND = 1_000;
/** How often countdowns and dates on the page are brought up to date, in milliseconds. */
const COUNT_EVERY = 250;
const DATE_EVERY = 60 * SECOND;

/** How often {@link onGap} looks, how much the two clocks may part in between, and a delay that no
 * browser gives the timers of a hidden page. In milliseconds. */
const LOOK_EVERY = 5 * SECOND;
const APART = 2 * SECOND;
const LATE = 90 * SECOND;

/**
 * Milliseconds on a clock that only ever advances, since some moment before the page. Some browsers
 * stop it while the device sleeps: see {@link onGap}.
 */
export const monotonic = (): number => performance.now();

/** The device's clock minus the monotonic one. */
const deviceOffset = (): number => Date.now() - monotonic();

/** The server's clock minus the monotonic one; null until the server has answered. */
let serverOffset: number | null = null;

/** Learns the server's time from the `Date` header of a response that has just come. */
export function learnDate(header: string | null): void {
  const at = Date.parse(header ?? "");
  if (Number.isNaN(at)) return;
  // A response that was kept on the way is older than now, never newer.
  serverOffset = Math.max(serverOffset ?? -Infinity, at - monotonic());
}

/** Forgets what {@link learnDate} learned, for tests. */
export function forgetDate(): void {
  serverOffset = null;
}

/** Milliseconds since 1970 by the server's clock. */
const serverDate = (): number => monotonic() + (serverOffset ?? deviceOffset());

/** A time that markup and effects follow; nothing runs while nobody reads it. */
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

/** The time now; reading it in markup or an effect follows it. */
export const clock = {
  /** On the {@link monotonic} clock, for countdowns. */
  get monotonic(): number {
    return counting.now;
  },
  /** Milliseconds since 1970 by the server's clock, for dates; followed by the minute. */
  get date(): number {
    return dating.now;
  },
};

/**
 * Calls back when time may have passed that the monotonic clock did not count, or messages may have
 * waited unread: the device slept, the page was frozen or came back out of the history, or somebody
 * set the device's clock, which looks the same. What the server said before has to be asked again
 * then. Returns what ends it.
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
