/** The person's tables as this device last saw them, to be shown where there is no network. */
import type { Catalogue, TableCard } from "../../generated/parlour";
import type { Text } from "../../generated/table";
import { readStored, writeStored } from "../../lib/storage/storage";

/** Another key than that of pages which kept names in one language. */
const KEY = "zashiki.last-seen";

/** Tables, and what their games are called. */
export interface LastSeen {
  tables: readonly TableCard[];
  names: Readonly<Record<string, Text>>;
}

/** Keeps them on this device. */
export function keep(tables: readonly TableCard[], catalogue: Catalogue): void {
  const names = Object.fromEntries(catalogue.games.map(({ id, name }) => [id, name]));
  writeStored(KEY, JSON.stringify({ tables, names } satisfies LastSeen));
}

/** What was kept; null where nothing was, or nothing that this page can read. */
export function lastSeen(): LastSeen | null {
  try {
    const kept = JSON.parse(readStored(KEY) ?? "null") as Partial<LastSeen> | null;
    const { tables, names } = kept ?? {};
    return Array.isArray(tables) && typeof names === "object" ? { tables, names } : null;
  } catch {
    return null;
  }
}
