/** The user's data on the server, and changes of these data, made one at a time. */
import type { Me } from "../../generated/server";
import type { LocalizedText } from "../../generated/core";
import { problemText } from "../../lib/api/http";

export class ProfileStore {
  /** The user's data; null until loaded. */
  me = $state.raw<Me | null>(null);
  /** True while a change is being made. */
  busy = $state(false);
  /** The reason why the last change failed; null if it did not. */
  problem = $state.raw<LocalizedText | null>(null);
  /** A message about the result of the last change. */
  news = $state("");

  /** Runs `what`, which makes a change, unless another change is being made; reports a failure. */
  async doing(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.news = "";
    try {
      await what();
    } catch (thrown) {
      this.problem = problemText(thrown);
    } finally {
      this.busy = false;
    }
  }
}
