/** Notation of the items in a hand: `shu+ko`, `shu+ko@3`, `shu~`, `queen+shu!`. */
import type { Kind } from "../../generated/shinra";

/** An item of a hand: its cards and marks. */
export interface Thing {
  cards: Kind[];
  /** The reduced points that the item kept from a forced retreat; null for full points. */
  kept: number | null;
  /** True for the last card of a captured stack whose queen was returned. */
  remainder: boolean;
  /** True if the item is or contains the enemy's queen. */
  captive: boolean;
}

/** Parses the notation of an item in a hand. */
export function readItem(item: string): Thing {
  const [, cards = "", kept, mark] = /^([^@~!]*)(?:@(\d+))?([~!]?)$/.exec(item) ?? [];
  return {
    cards: cards.split("+").filter(Boolean) as Kind[],
    kept: kept === undefined ? null : Number(kept),
    remainder: mark === "~",
    captive: mark === "!",
  };
}
