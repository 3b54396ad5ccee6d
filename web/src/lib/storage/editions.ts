/**
 * The user's own editions of games (other components than the built-in ones), stored on this
 * device, one for each game.
 */
import { readStored, writeStored } from "./storage";

/** An edition as stored. */
export interface StoredEdition {
  /** The content as entered, possibly with faults. */
  content: Record<string, unknown>;
  /** The text of the components file of the last content without faults; null if there was none. */
  text: string | null;
  /** The fingerprint of that text. */
  fingerprint: string | null;
  /** The number of differences of that text from the built-in components. */
  differences: number;
}

const key = (game: string) => `zashiki.edition.${game}`;

/** Returns the stored edition of a game; null if there is none. */
export function readEdition(game: string): StoredEdition | null {
  try {
    const stored: unknown = JSON.parse(readStored(key(game)) ?? "null");
    if (typeof stored !== "object" || stored === null || !("content" in stored)) return null;
    const { content, text, fingerprint, differences } = stored as Partial<StoredEdition>;
    if (typeof content !== "object" || content === null) return null;
    return {
      content,
      text: typeof text === "string" ? text : null,
      fingerprint: typeof fingerprint === "string" ? fingerprint : null,
      differences: typeof differences === "number" ? differences : 0,
    };
  } catch {
    return null;
  }
}

/** Stores an edition, or removes it. Returns false if the browser does not allow it. */
export function writeEdition(game: string, edition: StoredEdition | null): boolean {
  const text = edition === null ? "null" : JSON.stringify(edition);
  writeStored(key(game), text);
  return readStored(key(game)) === text;
}
