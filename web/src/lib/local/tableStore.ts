/** The tables on this device, in IndexedDB. Failures are thrown as a {@link Problem}. */
import { Problem, storageProblem } from "./problems";
import type { LocalTableRow, StoredLocalTable, Versions } from "../../generated/browser";

const NAME = "zashiki";
/** The schema version; a browser refuses to open a newer database as an older one. */
const SCHEMA = 1;
const ROWS = "tables";
const CHANGES = "changes";

/** A change of a table, with its number from 1. */
interface StoredChange {
  table: string;
  number: number;
  change: string;
}

const changesOf = (table: string) =>
  IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);

/** The result of a request of IndexedDB. */
function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no result"));
  });
}

/** Resolves when everything in the transaction is on the disk. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    const failed = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    transaction.onabort = failed;
    transaction.onerror = failed;
  });
}

/** The tables on this device. */
export class TableStore {
  #open: Promise<IDBDatabase> | null = null;

  /** All rows, latest change first. */
  list(): Promise<LocalTableRow[]> {
    return this.#do("readonly", async (rows) => {
      const all = await resultOf<LocalTableRow[]>(rows.getAll());
      return all.sort((a, b) => b.changed - a.changed);
    });
  }

  /** The row of a table without its changes; null if there is no such table. */
  row(table: string): Promise<LocalTableRow | null> {
    return this.#do("readonly", async (rows) => (await readRow(rows, table)) ?? null);
  }

  /** A table with its changes; null if there is no such table. */
  load(table: string): Promise<StoredLocalTable | null> {
    return this.#do("readonly", async (rows, changes) => {
      const row = await readRow(rows, table);
      if (!row) return null;
      const all = await resultOf<StoredChange[]>(changes.getAll(changesOf(table)));
      return { row, changes: all.map(({ change }) => change) };
    });
  }

  /**
   * Stores the new state of a table and its last change, in one transaction. Another tab may have
   * changed the table: if the stored versions are not those that the caller knows, nothing is
   * stored and the result is a conflict.
   */
  put(
    row: LocalTableRow,
    known: Versions | null,
    change: string | null,
  ): Promise<"ok" | "conflict"> {
    return this.#do("readwrite", async (rows, changes) => {
      const stored = await readRow(rows, row.table);
      const same = known
        ? stored?.version === known.version && stored.arranged === known.arranged
        : !stored;
      if (!same) return "conflict";
      rows.put(row);
      if (change !== null) {
        const { table, version: number } = row;
        changes.put({ table, number, change } satisfies StoredChange);
      }
      return "ok";
    });
  }

  /** Adds a table from a file; a table with this id is replaced. */
  add({ row, changes: all }: StoredLocalTable): Promise<void> {
    return this.#do("readwrite", async (rows, changes) => {
      const { table } = row;
      changes.delete(changesOf(table));
      rows.put(row);
      for (const [index, change] of all.entries())
        changes.put({ table, number: index + 1, change } satisfies StoredChange);
    });
  }

  /** Removes a table. */
  remove(table: string): Promise<void> {
    return this.#do("readwrite", async (rows, changes) => {
      rows.delete(table);
      changes.delete(changesOf(table));
    });
  }

  async #do<Value>(
    mode: IDBTransactionMode,
    work: (rows: IDBObjectStore, changes: IDBObjectStore) => Promise<Value>,
  ): Promise<Value> {
    try {
      const database = await this.#database();
      const transaction = database.transaction([ROWS, CHANGES], mode, { durability: "strict" });
      const done = completed(transaction);
      // If the work fails, its error is thrown, not that of the transaction.
      done.catch(() => {});
      const value = await work(transaction.objectStore(ROWS), transaction.objectStore(CHANGES));
      await done;
      return value;
    } catch (thrown) {
      throw storageProblem(thrown);
    }
  }

  async #database(): Promise<IDBDatabase> {
    this.#open ??= openDatabase(() => (this.#open = null));
    try {
      return await this.#open;
    } catch (thrown) {
      this.#open = null;
      throw thrown;
    }
  }
}

const readRow = (rows: IDBObjectStore, table: string) =>
  resultOf<LocalTableRow | undefined>(rows.get(table));

/** Opens the database; `closed` is called when this connection has ended. */
async function openDatabase(closed: () => void): Promise<IDBDatabase> {
  if (typeof indexedDB === "undefined" || indexedDB === null)
    throw new Problem(507, (words) => words.noStorage);
  const request = indexedDB.open(NAME, SCHEMA);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ROWS, { keyPath: "table" });
    request.result.createObjectStore(CHANGES, { keyPath: ["table", "number"] });
  };
  const database = await resultOf(request);
  // A newer page in another tab may change the schema; it must not wait for this one.
  database.onversionchange = () => {
    database.close();
    closed();
  };
  database.onclose = closed;
  return database;
}
