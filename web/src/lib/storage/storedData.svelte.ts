/** Data stored on this device as JSON. Markup and effects that read it are updated when it changes. */
import { readStored, writeStored } from "./storage";

const instances = new Set<{ refresh: () => void }>();

/** Reads all data again, after it was stored in another way, as by an import. */
export function refreshStoredData(): void {
  for (const each of instances) each.refresh();
}

/** Some data under a key; the page creates one instance for each key. */
export class StoredData<Data> {
  #now = $state.raw<Data>() as Data;

  constructor(
    readonly key: string,
    /** Reads what was stored, which may be of any form; null if there is nothing. */
    readonly read: (found: unknown) => Data,
  ) {
    this.refresh();
    instances.add(this);
  }

  get now(): Data {
    return this.#now;
  }

  /** Reads the data again, after another page has changed it. */
  refresh(): void {
    this.#now = this.#stored();
  }

  /**
   * Changes the data. The change starts from what is stored, since another page may have stored more
   * meanwhile; if it returns the same object, nothing is stored.
   */
  change(changed: (before: Data) => Data): void {
    const before = this.#stored();
    this.#now = changed(before);
    if (this.#now !== before) writeStored(this.key, JSON.stringify(this.#now));
  }

  #stored(): Data {
    try {
      return this.read(JSON.parse(readStored(this.key) ?? "null"));
    } catch {
      return this.read(null);
    }
  }
}
