/** Waiting for results in tests. */
import { vi } from "vitest";

/**
 * Waits until `check` throws no error and returns its result; the limit is long enough for a busy
 * machine.
 */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });
