/** English grammar, independent of the subject. */

const rules = new Intl.PluralRules("en");

/** "1 card", "2 cards": the number and the matching form of the noun. */
export const counted = (n: number, one: string, other: string): string =>
  `${n} ${rules.select(n) === "one" ? one : other}`;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "1st", "2nd", "3rd", "4th". */
export const ordinal = (n: number): string => `${n}${SUFFIXES[ordinals.select(n)] ?? "th"}`;

const together = new Intl.ListFormat("en");
const heading = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A part of a text; empty parts are left out. */
export type Part = string | false | null | undefined;

/** The grammar that every language of the page has. */
export const en = {
  /** The language's own name, and its abbreviation in two letters. */
  language: "English",
  languageShort: "EN",
  /** Joins a list; empty parts are left out, here and below. */
  list: (items: readonly Part[]): string => items.filter(Boolean).join(", "),
  /** Joins things that belong together. */
  all: (items: readonly string[]): string => together.format(items),
  /** Joins the parts of a label, with pauses. */
  phrases: (parts: readonly Part[]): string => parts.filter(Boolean).join(". "),
  /** Joins complete sentences. */
  follow: (sentences: readonly Part[]): string => sentences.filter(Boolean).join(" "),
  /** Joins parts, each closed as a sentence. */
  sentences: (parts: readonly Part[]): string =>
    parts.flatMap((part) => (part ? (/[.!?]$/.test(part) ? part : `${part}.`) : [])).join(" "),
  /** A name at the beginning of a line. */
  heading,
  /** The same for the plural of a thing. */
  several: (name: string): string => `${heading(name)}s`,
  /** "You", capitalised at the beginning of a sentence. */
  you: (said: string): string => (/(^|[.!?])\s*$/.test(said) ? "You" : "you"),
};

/** The functions that every language of the page has. */
export type Grammar = typeof en;
