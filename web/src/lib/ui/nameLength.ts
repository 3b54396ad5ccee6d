/** Length limit of names: the server counts letters as people do. */

/** Letters as people count them: extended grapheme clusters, if the browser supports them. */
function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== "function") return Array.from(text);
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return Array.from(letters, ({ segment }) => segment);
}

/** The part of a name that is kept, with at most `most` letters, and the part that is cut. */
export function cutName(name: string, most: number): { kept: string; rest: string } {
  // White space is trimmed at the ends and collapsed to single blanks.
  const letters = lettersOf(name.trim().replace(/\s+/gu, " "));
  const [kept, rest] = [letters.slice(0, most).join(""), letters.slice(most).join("")];
  return { kept: kept.trimEnd(), rest };
}
