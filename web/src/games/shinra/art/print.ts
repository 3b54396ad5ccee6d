/**
 * Texts printed on the drawn cards. They are part of the picture and the same in every language.
 */
import type { Kind } from "../../../generated/shinra";

/** The full name printed on a single card, for cards whose name is longer than their sign. */
export const LONG: Partial<Record<Kind, string>> = {
  king: "王",
  queen: "王妃",
  general: "将軍",
  hachitobi: "八とび",
};

/** The short sign printed on each kind of card. */
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
