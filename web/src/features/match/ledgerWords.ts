/** Ledgers in words. */
import type { ScoreCause } from "../../generated/core";
import { language, say } from "../../lib/i18n/i18n.svelte";
import { BEFORE, inUnits, signed, type LedgerRow } from "../../lib/story/ledger";

/** Each row in words, such as "+12 picked up"; rows that sum up to 0 are left out. */
export function ledgerWords(rows: readonly LedgerRow[], causes: readonly ScoreCause[]): string[] {
  const mixed = causes.some(({ unit }) => unit !== 1);
  const nameOf = (id: string) => (id === BEFORE ? language.words.ledgerBefore : id);
  return (
    rows
      // Points of several kinds that a seat had before the game cannot be distinguished.
      .filter(({ cause, amount }) => amount !== 0 && !(cause === BEFORE && mixed))
      .map(({ cause: id, amount }) => {
        const cause = causes.find((each) => each.id === id);
        return `${signed(inUnits(amount, cause))} ${cause ? say(cause.name) : nameOf(id)}`;
      })
  );
}
