/** The messages between the page and the engine of a game on this device. */
import type { TableCard } from "../../generated/session";

/** The numbers of changes of a table: of its match, and of its seats and settings. */
export interface Versions {
  version: number;
  arranged: number;
}

/** The row of a table in the storage. `data` has a meaning only for the engine. */
export interface LocalTableRow extends Versions {
  table: string;
  game: string;
  /** The time of the last change, in milliseconds since 1970. */
  changed: number;
  /** The entry in the list of tables; null if the table is not listed. */
  card: TableCard | null;
  data: string;
}

/** A table from the storage: its row, and the changes 1 to `row.version` in order. */
export interface StoredLocalTable {
  row: LocalTableRow;
  changes: string[];
}

/** An input of the engine. */
export type Input =
  | { type: "request"; id: number; method: string; path: string; body: string }
  | { type: "load"; table: StoredLocalTable }
  | { type: "missing"; table: string }
  | { type: "unload"; table: string }
  | { type: "connect"; table: string; client: number; query: string }
  | { type: "message"; client: number; text: string }
  | { type: "disconnect"; client: number }
  | { type: "stored"; write: number; result: "ok" | "conflict" | "failed" }
  | { type: "progress"; job: number; done: number; of: number }
  | { type: "thought"; job: number; result: string | null }
  | { type: "time" };

/** An effect of an input, which the page carries out. */
export type Effect =
  | { type: "reply"; id: number; status: number; body: string }
  | { type: "send"; clients: number[]; text: string }
  | { type: "refuse"; client: number; status: number; body: string }
  | {
      type: "store";
      write: number;
      table: string;
      known: Versions | null;
      row: LocalTableRow;
      change: string | null;
    }
  | { type: "read"; table: string }
  | { type: "think"; job: number; request: string }
  | { type: "cancel"; job: number }
  | { type: "wake"; at: number | null };
