/** Numbers with their nouns. */

const english = new Intl.PluralRules("en");

/** "1 card", "2 cards": the number and the form of the noun that goes with it in English. */
export function counted(n: number, one: string, other: string): string {
  return `${n} ${english.select(n) === "one" ? one : other}`;
}
