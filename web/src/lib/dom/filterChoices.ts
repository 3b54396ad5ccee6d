/** Filters a long list of actions by typed words. */

/**
 * Normalises a text for comparison: differences of letter case and of character width are removed.
 */
function plain(words: string): string {
  return words.normalize("NFKC").toLowerCase();
}

/**
 * A pattern that finds the word anywhere in a text. A number is not found inside a longer number:
 * `1` does not match `12`.
 */
function pattern(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^\d/.test(word) ? "(?<!\\d)" : "";
  const after = /\d$/.test(word) ? "(?!\\d)" : "";
  return new RegExp(before + literal + after, "u");
}

/** The items whose text contains all typed words, in any order. */
export function filterChoices<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  wanted: string,
): readonly Item[] {
  const patterns = plain(wanted).split(/\s+/).filter(Boolean).map(pattern);
  if (patterns.length === 0) return items;
  return items.filter((item) => {
    const text = plain(textOf(item));
    return patterns.every((each) => each.test(text));
  });
}
