/** Texts painted on cards and boards: they are drawn, and stay the same in every language. */
import type { Phase } from "../../../generated/honnoji";

/** The numbers 0 to 5 as printed on number cards and boards. */
export const NUMERALS = ["〇", "一", "二", "三", "四", "五"] as const;

/** The sign of each phase, for places without space for its name. */
export const SIGNS: Record<Phase, string> = {
  preparation: "備",
  decision: "決",
  movement: "移",
  pick_up: "拾",
  attack: "攻",
  fire: "火",
  recovery: "復",
  exhaustion: "耗",
  round_end: "終",
  over: "了",
};
