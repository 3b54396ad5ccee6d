/** Texts printed on the cards: they are drawn, and stay the same in every language. */
import type { Kind } from "../../../generated/shinra";

/** The name of a card alone, if it is longer than its sign. */
export const LONG: Partial<Record<Kind, string>> = {
  king: "王",
  queen: "王妃",
  general: "将軍",
  hachitobi: "八とび",
};

/** The sign of each card. */
export const PRINT: Record<Kind, string> = {
  king: "王",
  queen: "妃",
  general: "将",
  shu: "守",
  ko: "攻",
  dai: "台",
  hachitobi: "八",
  joker: "Ｊ",
};
