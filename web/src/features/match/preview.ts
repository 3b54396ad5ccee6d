/**
 * Previews of actions: requested from the server, cached until the table changes, never failing.
 */
import type * as wire from "../../generated/server";
import type { ActionPreview } from "../../games/types";

/** The empty preview. */
export const NO_PREVIEW: ActionPreview = { told: [], refused: null };

/** The previews of one user at one table. */
export class Previews {
  #version: number | null = null;
  #known = new Map<string, Promise<ActionPreview>>();

  constructor(
    /** The table's current version; null before there is one. */
    readonly version: () => number | null,
    readonly ask: (action: string) => Promise<wire.Foreseen>,
  ) {}

  /** The preview of an action in the current state. Never rejects. */
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
        if (answer.version === version) return { told: answer.told, refused: answer.refused };
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
