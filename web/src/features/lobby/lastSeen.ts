/**
 * The user's tables as last loaded, stored on this device and shown while the server cannot be
 * reached.
 */
import type { Catalogue, TableCard } from "../../generated/session";
import type { LocalizedText } from "../../generated/core";
import { readStored, writeStored } from "../../lib/storage/storage";

/**
 * The key in the local storage. Older versions of the page stored names in one language, under
 * another key.
 */
const KEY = "zashiki.last-seen";

/** The stored tables, and the names of their games by id. */
export interface LastSeen {
  tables: readonly TableCard[];
  names: Readonly<Record<string, LocalizedText>>;
}

/** Stores the tables on this device. */
export function keep(tables: readonly TableCard[], catalogue: Catalogue): void {
  const names = Object.fromEntries(catalogue.games.map(({ id, name }) => [id, name]));
  writeStored(KEY, JSON.stringify({ tables, names } satisfies LastSeen));
}

/** Reads the stored tables; null if there are none or they cannot be read. */
export function lastSeen(): LastSeen | null {
  try {
    const kept = JSON.parse(readStored(KEY) ?? "null") as Partial<LastSeen> | null;
    const { tables, names } = kept ?? {};
    return Array.isArray(tables) && typeof names === "object" ? { tables, names } : null;
  } catch {
    return null;
  }
}
