/** Narrowing a long list of choices by typing. */

/** Words as they are compared: width and case do not matter. */
function plain(words: string): string {
  return words.normalize("NFKC").toLowerCase();
}

/** The word somewhere in the text, but no number inside a longer one: `1` is not in `12`. */
function pattern(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^\d/.test(word) ? "(?<!\\d)" : "";
  const after = /\d$/.test(word) ? "(?!\\d)" : "";
  return new RegExp(before + literal + after, "u");
}

/** Those of the items whose text has every one of the wanted words, in any order. */
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
