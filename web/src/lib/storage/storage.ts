/** Data stored on this device. If the browser denies storage, the page works without. */

/** The value stored under the key. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the value for the next visit, if the browser allows it. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the value lasts for this visit.
  }
}
