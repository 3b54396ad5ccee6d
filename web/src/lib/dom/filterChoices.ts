/** Filters a long list of actions by typed words. */

/** A text in the form in which it is compared, without differences of width and case. */
function plain(words: string): string {
  return words.normalize("NFKC").toLowerCase();
}

/**
 * A pattern for the word anywhere in the text, but no number inside a longer one: `1` is not in
 * `12`.
 */
function pattern(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^\d/.test(word) ? "(?<!\\d)" : "";
  const after = /\d$/.test(word) ? "(?!\\d)" : "";
  return new RegExp(before + literal + after, "u");
}

/** The items whose text contains all words, in any order. */
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
