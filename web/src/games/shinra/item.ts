/** Things in a hand, as the notation names them: `shu+ko`, `shu+ko@3`, `shu~`, `queen+shu!`. */
import type { Kind } from "../../generated/shinra";

/** The parts of the notation of a thing in hand. */
export interface Thing {
  cards: Kind[];
  /** The points kept from a forced retreat; null if it has all. */
  kept: number | null;
  /** True for the remaining card of a stack whose queen was returned. */
  remainder: boolean;
  /** True if it contains the enemy's queen. */
  captive: boolean;
}

/** Parses the notation of a thing in hand. */
export function readItem(item: string): Thing {
  const [, cards = "", kept, mark] = /^([^@~!]*)(?:@(\d+))?([~!]?)$/.exec(item) ?? [];
  return {
    cards: cards.split("+").filter(Boolean) as Kind[],
    kept: kept === undefined ? null : Number(kept),
    remainder: mark === "~",
    captive: mark === "!",
  };
}
