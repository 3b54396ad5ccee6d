/** What would happen: asked of the house, kept until the table changes, never failing. */
import type * as wire from "../../generated/parlour";
import type { ActionPreview } from "../../games/types";

/** Nothing can be foreseen. */
export const NO_PREVIEW: ActionPreview = { told: [], refused: null };

/** Foresees the actions of one person at one table. */
export class Previews {
  #version: number | null = null;
  #known = new Map<string, Promise<ActionPreview>>();

  constructor(
    /** The table's version now; null before there is one. */
    readonly version: () => number | null,
    readonly ask: (action: string) => Promise<wire.Foreseen>,
  ) {}

  /** What would happen if this were done now. Never rejects. */
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
    const foreseen = this.ask(action).then(
      (answer) => {
        if (answer.version === version) return { told: answer.told, refused: answer.refused };
        // The table has moved on, and the page is about to hear of it.
        kept.delete(action);
        return NO_PREVIEW;
      },
      () => {
        // Nobody answered: the next one who asks may be luckier.
        kept.delete(action);
        return NO_PREVIEW;
      },
    );
    kept.set(action, foreseen);
    return foreseen;
  }
}
