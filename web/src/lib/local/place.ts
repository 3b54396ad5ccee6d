/** Facts about games on this device that the page needs before it loads the code for them. */
import type { Catalogue } from "../../generated/session";
import { readStored } from "../storage/storage";

/** Ids of tables on this device; the first group is the game. */
const TABLE = /^local-([a-z0-9_-]+)-[a-z0-9]{10}$/;

/** The game of a table on this device; null for a table of a server. */
export const gameOfTable = (table: string): string | null => TABLE.exec(table)?.[1] ?? null;

/** Returns true if this is the id of a table on this device. */
export const isLocalTable = (table: string): boolean => gameOfTable(table) !== null;

/** A new id for a table on this device. */
export function newTableId(game: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `local-${game}-${Array.from(bytes, (byte) => letters[byte % letters.length]).join("")}`;
}

/** Returns true if a game of this list can be played on this device. */
export const hasModule = ({ modules }: Catalogue, game: string): boolean =>
  modules?.[game] !== undefined;

/** The key under which the last list of games is stored, for pages whose server is away. */
export const STORED_GAMES = "zashiki.catalogue";

/** Returns true if the games of this page were listed for games on this device before. */
export const hasStoredGames = (): boolean => readStored(STORED_GAMES) !== null;

/** The query of requests to `/api/tables` that mean the tables on this device. */
export const ON_DEVICE = "device";
