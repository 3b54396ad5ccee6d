/** Things in a hand, as the notation names them: `shu+ko`, `shu+ko@3`, `shu~`, `queen+shu!`. */
import type { Kind } from "../../generated/shinra";

/** What the word of a thing in hand says of it. */
export interface Thing {
  cards: Kind[];
  /** Points it kept from a forced retreat; null where it has all. */
  kept: number | null;
  /** The one card that is left of a stack whose queen went back. */
  remainder: boolean;
  /** The enemy's queen is in it. */
  captive: boolean;
}

/** Reads the word of a thing in hand. */
export function readItem(item: string): Thing {
  const [, cards = "", kept, mark] = /^([^@~!]*)(?:@(\d+))?([~!]?)$/.exec(item) ?? [];
  return {
    cards: cards.split("+").filter(Boolean) as Kind[],
    kept: kept === undefined ? null : Number(kept),
    remainder: mark === "~",
    captive: mark === "!",
  };
}
