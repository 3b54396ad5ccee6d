/**
 * Decodes the fragment of an address (the part after #). If its percent encoding is invalid,
 * returns it as it is.
 */
export function fragmentOf(hash: string): string {
  const named = hash.slice(1);
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
