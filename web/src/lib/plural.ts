/** Numbers with their nouns. */

const english = new Intl.PluralRules("en");

/** "1 card", "2 cards": the number and the form of the noun that goes with it in English. */
export function counted(n: number, one: string, other: string): string {
  return `${n} ${english.select(n) === "one" ? one : other}`;
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "1st", "2nd", "3rd", "4th": an English ordinal number. */
export function ordinal(n: number): string {
  return `${n}${SUFFIXES[ordinals.select(n)] ?? "th"}`;
}
