/** What this device remembers for its person. Storage may be closed to us: nothing breaks. */

/** What was remembered under the key. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers it for the next visit, where that is allowed. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds for this visit then.
  }
}
