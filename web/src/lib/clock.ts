/**
 * The time, for the whole page. Countdowns use a monotonic clock, which nobody can set, and the
 * time left that the server sent. Dates are the server's. The device's own clock may be hours off
 * and may be set while the page is open: it serves only to notice uncounted time, and as a date
 * until the first answer of the server. A lint rule keeps the rest of the page from using it.
 */
import { createSubscriber } from "svelte/reactivity";

const SECOND = 1_000;
/** The intervals in milliseconds at which the page updates countdowns and dates. */
const COUNT_EVERY = 250;
const DATE_EVERY = 60 * SECOND;

/**
 * Constants of {@link onGap} in milliseconds: the interval of its checks; the difference of the two
 * clocks that it tolerates per interval; and a delay of timers that is longer than any with which
 * browsers slow down hidden pages.
 */
const LOOK_EVERY = 5 * SECOND;
const APART = 2 * SECOND;
const LATE = 90 * SECOND;

/**
 * Milliseconds on a clock that only advances, since some time before the page was opened. Some
 * browsers stop it while the device sleeps: see {@link onGap}.
 */
export const monotonic = (): number => performance.now();

/** The device's clock minus the monotonic clock, in milliseconds. */
const deviceOffset = (): number => Date.now() - monotonic();

/**
 * The server's clock minus the monotonic clock, in milliseconds; null until the server has
 * answered.
 */
let serverOffset: number | null = null;

/** Reads the server's time from the `Date` header of an answer that was just received. */
export function learnDate(header: string | null): void {
  const at = Date.parse(header ?? "");
  if (Number.isNaN(at)) return;
  // An answer from a cache has an older date, never a newer one, so the largest difference is
  // right.
  serverOffset = Math.max(serverOffset ?? -Infinity, at - monotonic());
}

/** Forgets the server's time, for tests. */
export function forgetDate(): void {
  serverOffset = null;
}

/**
 * Milliseconds since 1970 by the device's own clock, for games on this device, whose times nobody
 * else measures.
 */
export const deviceDate = (): number => Date.now();

/** Milliseconds since 1970 by the server's clock. */
const serverDate = (): number => monotonic() + (serverOffset ?? deviceOffset());

/**
 * A time that markup and effects can read and that updates them; its timer runs only while
 * something reads it.
 */
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

/** The present time. Markup and effects that read it are updated regularly. */
export const clock = {
  /** Milliseconds on the {@link monotonic} clock, for countdowns. */
  get monotonic(): number {
    return counting.now;
  },
  /** Milliseconds since 1970 by the server's clock, for times that count up. */
  get second(): number {
    void counting.now;
    return serverDate();
  },
  /** Milliseconds since 1970 by the server's clock, for dates; updated every minute. */
  get date(): number {
    return dating.now;
  },
};

/**
 * Calls back when time may have passed that the monotonic clock did not count, or messages may have
 * waited unread: the device slept, the page was frozen or restored from the history, or the
 * device's clock was set, which looks the same. The caller must then request data from the server
 * again. Returns a function that ends this.
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
