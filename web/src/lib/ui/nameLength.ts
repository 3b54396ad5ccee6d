/** How much of a name the server keeps: so many letters, as people count them. */

/** Letters as people count them: extended grapheme clusters, where the browser knows them. */
function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== "function") return Array.from(text);
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return Array.from(letters, ({ segment }) => segment);
}

/** What is kept of a name of which at most `most` letters are, and what is cut off. */
export function cutName(name: string, most: number): { kept: string; rest: string } {
  // White space of any kind is a blank, several are one, and none is at the ends.
  const letters = lettersOf(name.trim().replace(/\s+/gu, " "));
  const [kept, rest] = [letters.slice(0, most).join(""), letters.slice(most).join("")];
  return { kept: kept.trimEnd(), rest };
}
