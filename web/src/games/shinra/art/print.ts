/**
 * Texts printed on the drawn cards: the rulebook's kanji, or English words and their short forms. They
 * are part of the picture; the setting for the style of pieces chooses between them.
 */
import type { Kind } from "../../../generated/shinra";
import type { Pieces } from "../../../lib/storage/settings.svelte";

/** The texts printed for one kind of card: its name, and a short form where there is little space. */
export interface Print {
  readonly name: string;
  readonly short: string;
}

/** The texts printed on each kind of card in each style. */
export const PRINTS: Readonly<Record<Pieces, Readonly<Record<Kind, Print>>>> = {
  kanji: {
    king: { name: "王", short: "王" },
    queen: { name: "王妃", short: "妃" },
    general: { name: "将軍", short: "将" },
    shu: { name: "守", short: "守" },
    ko: { name: "攻", short: "攻" },
    dai: { name: "台", short: "台" },
    hachitobi: { name: "八とび", short: "八" },
    joker: { name: "ジョーカー", short: "Ｊ" },
  },
  latin: {
    king: { name: "King", short: "K" },
    queen: { name: "Queen", short: "Q" },
    general: { name: "General", short: "Ge" },
    shu: { name: "Guard", short: "Gu" },
    ko: { name: "Striker", short: "St" },
    dai: { name: "Base", short: "Ba" },
    hachitobi: { name: "Leaper", short: "Le" },
    joker: { name: "Joker", short: "Jo" },
  },
};
