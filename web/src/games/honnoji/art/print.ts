/** What is painted on cards and boards: it is drawn, and stays as it is in every language. */
import type { Phase } from "../../../generated/honnoji";

/** The numbers of the number cards. */
export const NUMERALS = ["〇", "一", "二", "三", "四", "五"] as const;

/** The sign that stands for each phase where there is no room. */
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
