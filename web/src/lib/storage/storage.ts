/** Data stored on this device. If the browser allows no storage, the page works without it. */

/** Returns the value stored under the key; null if there is none. */
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

/** Removes the value stored under the key. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
