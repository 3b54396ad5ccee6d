/** What the house knows of the person, while they change it: one thing at a time. */
import type { Me } from "../../generated/parlour";
import type { Text } from "../../generated/table";
import { problemText } from "../../lib/api/api";

export class ProfileStore {
  /** What the house knows; null until it has said so. */
  me = $state.raw<Me | null>(null);
  /** Whether something is being done. */
  busy = $state(false);
  /** Why the last thing was not done. */
  problem = $state.raw<Text | null>(null);
  /** What came of it. */
  news = $state("");

  /** Does one thing, unless another is being done, and says why it was not done. */
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
