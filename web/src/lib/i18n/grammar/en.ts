/** How English puts words together, whatever they are about. */

const rules = new Intl.PluralRules("en");

/** "1 card", "2 cards": the number and the form of the noun that goes with it. */
export const counted = (n: number, one: string, other: string): string =>
  `${n} ${rules.select(n) === "one" ? one : other}`;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "1st", "2nd", "3rd", "4th". */
export const ordinal = (n: number): string => `${n}${SUFFIXES[ordinals.select(n)] ?? "th"}`;

const together = new Intl.ListFormat("en");
const heading = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Something to be said, unless it is empty. */
export type Part = string | false | null | undefined;

/** The grammar that every language of the page has. */
export const en = {
  /** What the language is called by those who speak it, and that in two letters. */
  language: "English",
  languageShort: "EN",
  /** Things one after the other; what is empty is left out, here and below. */
  list: (items: readonly Part[]): string => items.filter(Boolean).join(", "),
  /** Things that belong together. */
  all: (items: readonly string[]): string => together.format(items),
  /** What a label says one after the other, with pauses. */
  phrases: (parts: readonly Part[]): string => parts.filter(Boolean).join(". "),
  /** Sentences that are closed already. */
  follow: (sentences: readonly Part[]): string => sentences.filter(Boolean).join(" "),
  /** Things said one after the other, each closed as a sentence is. */
  sentences: (parts: readonly Part[]): string =>
    parts.flatMap((part) => (part ? (/[.!?]$/.test(part) ? part : `${part}.`) : [])).join(" "),
  /** A name as it stands at the beginning of a line. */
  heading,
  /** The same for several of a thing. */
  several: (name: string): string => `${heading(name)}s`,
  /** Whoever reads, at the end of what is said so far. */
  you: (said: string): string => (/(^|[.!?])\s*$/.test(said) ? "You" : "you"),
};

/** What every language of the page has. */
export type Grammar = typeof en;
