/**
 * Previews of actions. They are requested from the server and cached until the table changes; a
 * failed request gives an empty preview.
 */
import type * as wire from "../../generated/session";
import type { ActionPreview } from "../../games/types";

/** The preview without any events, used if no preview is available. */
export const NO_PREVIEW: ActionPreview = { told: [], refused: null };

/** The cached previews of one user at one table. */
export class Previews {
  #version: number | null = null;
  #known = new Map<string, Promise<ActionPreview>>();

  constructor(
    /** Returns the table's current version; null before the table has loaded. */
    readonly version: () => number | null,
    readonly ask: (action: string) => Promise<wire.Foreseen>,
  ) {}

  /** Returns the preview of an action in the current state. The promise is never rejected. */
  of(action: string): Promise<ActionPreview> {
    const version = this.version();
    if (version === null) return Promise.resolve(NO_PREVIEW);
    if (version !== this.#version) {
      this.#version = version;
      this.#known = new Map();
    }
    const known = this.#known.get(action);
    if (known) return known;
    const kept = this.#known;
    const previewed = this.ask(action).then(
      (answer) => {
        const { version: answered, ...foreseen } = answer;
        if (answered === version) return foreseen;
        // The table has changed, and the page will receive the change soon.
        kept.delete(action);
        return NO_PREVIEW;
      },
      () => {
        // After a failure the next call requests it again.
        kept.delete(action);
        return NO_PREVIEW;
      },
    );
    kept.set(action, previewed);
    return previewed;
  }
}
