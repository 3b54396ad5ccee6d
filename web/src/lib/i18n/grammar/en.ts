/** Functions of English grammar for the texts of the page and of the games. */

const rules = new Intl.PluralRules("en");

/** A number with the matching form of the noun: "1 card", "2 cards". */
export const counted = (n: number, one: string, other: string): string =>
  `${n} ${rules.select(n) === "one" ? one : other}`;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** An ordinal number: "1st", "2nd", "3rd", "4th". */
export const ordinal = (n: number): string => `${n}${SUFFIXES[ordinals.select(n)] ?? "th"}`;

const together = new Intl.ListFormat("en");
const heading = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A part of a text; an empty, false or missing part is left out. */
export type Part = string | false | null | undefined;

/** The functions and names that the file of every language defines. */
export const en = {
  /** The name of the language in the language itself, and its abbreviation in two letters. */
  language: "English",
  languageShort: "EN",
  /**
   * Joins the items of a list with commas. Empty parts are left out, here and in the functions
   * below.
   */
  list: (items: readonly Part[]): string => items.filter(Boolean).join(", "),
  /** Joins all items with commas and "and". */
  all: (items: readonly string[]): string => together.format(items),
  /** Joins the parts of a label; screen readers make a pause between them. */
  phrases: (parts: readonly Part[]): string => parts.filter(Boolean).join(". "),
  /** Joins complete sentences to one text. */
  follow: (sentences: readonly Part[]): string => sentences.filter(Boolean).join(" "),
  /** Joins parts to sentences: a full stop is added to each part that has no end mark. */
  sentences: (parts: readonly Part[]): string =>
    parts.flatMap((part) => (part ? (/[.!?]$/.test(part) ? part : `${part}.`) : [])).join(" "),
  /** A name as it is written at the beginning of a line. */
  heading,
  /** The plural of a name as it is written at the beginning of a line. */
  several: (name: string): string => `${heading(name)}s`,
  /** The word "you", capitalised at the beginning of a sentence; `said` is the text before it. */
  you: (said: string): string => (/(^|[.!?])\s*$/.test(said) ? "You" : "you"),
  /** The signs before a right and a wrong answer, and on what is solved: they differ by country. */
  signs: { right: "✓", wrong: "✗" },
};

/** The type of the grammar of every language. */
export type Grammar = typeof en;
