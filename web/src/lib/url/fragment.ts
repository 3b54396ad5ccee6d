/** What an address names behind its `#`; as it stands where it is no text in percent signs. */
export function fragmentOf(hash: string): string {
  const named = hash.slice(1);
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
