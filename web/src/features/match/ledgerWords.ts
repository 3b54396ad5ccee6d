/** Ledgers in words. */
import type { ScoreCause } from "../../generated/core";
import { say } from "../../lib/i18n/i18n.svelte";
import { inUnits, signed, type LedgerRow } from "../../lib/story/ledger";

/** Each row in words, such as "+12 picked up"; rows that sum up to 0 are left out. */
export function ledgerWords(rows: readonly LedgerRow[], causes: readonly ScoreCause[]): string[] {
  return rows
    .filter(({ amount }) => amount !== 0)
    .map(({ cause: id, amount }) => {
      const cause = causes.find((each) => each.id === id);
      return `${signed(inUnits(amount, cause))} ${cause ? say(cause.name) : id}`;
    });
}
