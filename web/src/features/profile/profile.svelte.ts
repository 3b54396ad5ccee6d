/** The user's data on the server and changes to it, one at a time. */
import type { Me } from "../../generated/server";
import type { LocalizedText } from "../../generated/core";
import { problemText } from "../../lib/api/http";

export class ProfileStore {
  /** The user's data; null until loaded. */
  me = $state.raw<Me | null>(null);
  /** True while a change is being made. */
  busy = $state(false);
  /** The reason why the last change failed. */
  problem = $state.raw<LocalizedText | null>(null);
  /** The result of the last change. */
  news = $state("");

  /** Makes a change unless another is being made, and reports a failure. */
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
