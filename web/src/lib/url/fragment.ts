/** The decoded fragment of an address; the raw fragment if its percent encoding is invalid. */
export function fragmentOf(hash: string): string {
  const named = hash.slice(1);
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
