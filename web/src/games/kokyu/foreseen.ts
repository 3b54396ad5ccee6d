/** The certain consequences of a choice, from the engine's preview. */
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import type { Board, View } from "../../generated/kokyu";
import type { ActionPreview } from "../types";

/** The certain consequences of a choice. */
export interface Foreseen {
  action: string;
  /** The sentences about what follows the choice. */
  texts: readonly string[];
  /** The board after them; null if it is not certain. */
  board: Board | null;
}

/**
 * Reads the preview of a choice. A placement that only puts a eunuch on a card has no consequences
 * yet.
 */
export function foreseen(action: string, preview: ActionPreview, lang: Lang): Foreseen {
  const placed = action.startsWith("place ") ? 1 : 0;
  const last = preview.told.findLast(({ view }) => view !== undefined);
  return {
    action,
    texts: (preview.episodes ?? []).slice(placed).map(({ text }) => worded(text, lang)),
    board: (last?.view as View | undefined)?.board ?? null,
  };
}
