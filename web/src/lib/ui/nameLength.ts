/** The length limit of names, with letters counted as the server counts them. */

/**
 * Splits a text into letters as people count them: extended grapheme clusters if the browser
 * supports them, otherwise code points.
 */
export function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== "function") return Array.from(text);
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return Array.from(letters, ({ segment }) => segment);
}

/** The number of letters of a name as the server counts them. */
export function lengthOf(name: string): number {
  return lettersOf(name.trim().replace(/\s+/gu, " ")).length;
}

/**
 * Splits a name into the part with at most `most` letters, which the server keeps, and the rest.
 */
export function cutName(name: string, most: number): { kept: string; rest: string } {
  // White space is removed at both ends and reduced to single blanks inside.
  const letters = lettersOf(name.trim().replace(/\s+/gu, " "));
  const [kept, rest] = [letters.slice(0, most).join(""), letters.slice(most).join("")];
  return { kept: kept.trimEnd(), rest };
}
