/** The game's own words, in both languages. Rule sentences come from the server. */
import type { Lang } from "../../lib/i18n.svelte";
import type { Effect, Icon, PlotSpec, SquareSpec } from "../../generated/kokyu";
import type { Text } from "../../generated/table";

const text = (ja: string, en: string): Text => ({ ja, en });

/** The signs and names of the 紫禁城 icons. */
export const ICONS: Record<Icon, { sign: string; en: string; rules: readonly string[] }> = {
  fly: { sign: "飛", en: "Fly", rules: ["Q-22"] },
  initiative: { sign: "権", en: "Initiative", rules: ["Q-21"] },
  advance: { sign: "進", en: "Advance", rules: ["Q-25"] },
  reshuffle: { sign: "混", en: "Reshuffle", rules: ["Q-19"] },
  draw: { sign: "策", en: "Plot", rules: ["Q-26"] },
  enter: { sign: "入", en: "Enter", rules: ["Q-27"] },
  palace_advance: { sign: "殿進", en: "Palace +1", rules: ["Q-28"] },
  activate: { sign: "発動", en: "Activate", rules: ["Q-29"] },
};

/** What a seat is called. */
export const SEATS: readonly Text[] = [text("青", "Blue"), text("赤", "Red")];

const words = {
  city: text("紫禁城", "The Forbidden City"),
  palace: text("殿内", "The palace"),
  bedroom: text("寝室", "The bedchamber"),
  plots: text("策謀", "Plots"),
  pile: text("山札", "Pile"),
  discards: text("捨て札", "Discards"),
  resolving: text("実行中", "Now"),
  stock: text("ストック", "Stock"),
  kohi: text("香妃", "Xiang Fei"),
  points: text("乾隆ポイント", "Qianlong points"),
  hand: text("手元の太監", "Eunuchs in hand"),
  initiative: text("始動権", "Seal of initiative"),
  start: text("開始", "Start"),
  tea: text("茶休憩", "Tea rest"),
  step: text("寝室のマス", "A square of the bedchamber"),
  closed: text("裏", "Closed"),
  weak: text("弱", "weak"),
  strong: text("強", "strong"),
  placing: text("太監配置", "Placing"),
  processing: text("行動処理", "Processing"),
  between: text("支度", "Between rounds"),
  over: text("終局", "Game over"),
  reconstructed: text(
    "復元: 原物の図が失われた部分",
    "Reconstructed: the original picture is lost",
  ),
  whichSide: text("どちらの太監を置きますか", "Which eunuch do you place?"),
  cancel: text("やめる", "Cancel"),
  move: text("貴妃を進める", "Advance the consort"),
  draw: text("策謀を引く", "Draw plot cards"),
  from: text("から取る", "Take from"),
  none: text("なし", "none"),
  you: text("あなた", "you"),
  table: text("乾隆後宮の卓", "The table of Kokyū"),
  lapTitle: text("周", "laps"),
} satisfies Record<string, Text>;

/** The words in a language. */
export function say(key: keyof typeof words, lang: Lang): string {
  return words[key][lang];
}

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A count of points in words. */
export const pointsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}点` : many(n, "point"));
/** A count of cards in words. */
export const cardsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}枚` : many(n, "card"));
/** A count of laps in words. */
export const lapsWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}周` : many(n, "lap"));
/** The round in words. */
export const roundWord = (n: number, lang: Lang) => (lang === "ja" ? `第${n}巡` : `Round ${n}`);

/** A eunuch in words. */
export function eunuchWord(seat: number, strong: boolean, lang: Lang): string {
  const side = say(strong ? "strong" : "weak", lang);
  const whose = SEATS[seat]?.[lang] ?? "";
  return lang === "ja" ? `${whose}の太監（${side}）` : `${whose}'s ${side} eunuch`;
}

/** What a 策謀 card does, from its effect and amount. */
export function plotText(plot: Pick<PlotSpec, "effect" | "amount">, lang: Lang): string {
  const n = plot.amount;
  const squares = many(n, "square");
  const sentences: Record<Effect, Text> = {
    advance_own: text(`自分の貴妃を${n}マス進める。`, `Your consort advances ${squares}.`),
    push_back_opponent: text(
      `相手の貴妃を${n}マス戻す。開始より後ろへは戻らない。`,
      `The other consort goes back ${squares}, but not behind the start.`,
    ),
    draw: text(`策謀カードをさらに${n}枚引く。`, `You draw ${many(n, "more plot card")}.`),
    gain_point: text("乾隆ポイントを1つ得る。", "You gain a Qianlong point."),
    take_initiative: text("始動権を取る。", "You take the first-move tile."),
    reshuffle: text("山札と捨て札をシャフルする。", "Pile and discards are shuffled together."),
    advance_palace: text(
      `殿内の太監をすべて${n}マス進める。`,
      `Every eunuch in the palace advances ${squares}.`,
    ),
    banish_opponent: text(
      "殿内にいる相手の太監をすべて手元に戻す。",
      "All of your opponent's eunuchs in the palace go back to hand.",
    ),
    advance_palace_own: text(
      `殿内にいる自分の太監をそれぞれ${n}マス進める。`,
      `Each of your eunuchs in the palace advances ${squares}.`,
    ),
  };
  return sentences[plot.effect][lang];
}

/** A palace square: its sign on the board, what it is called, and its rule. */
export interface SquareWords {
  sign: string;
  name: string;
  rule: string;
}

/** What a palace square is called. */
export function squareWords(square: SquareSpec, lang: Lang): SquareWords {
  const en = lang === "en";
  switch (square.kind) {
    case "entry":
      return { sign: "初", name: en ? "Entry" : "初", rule: "Q-29" };
    case "advance":
      return {
        sign: `+${square.steps}`,
        name: en ? `Consort +${square.steps}` : `貴妃+${square.steps}`,
        rule: square.steps === 1 ? "Q-32" : "Q-34",
      };
    case "choice":
      return {
        sign: `+${square.steps}|${square.draws}`,
        name: en
          ? `Consort +${square.steps}, or ${many(square.draws, "plot")}`
          : `貴妃+${square.steps}か策謀${square.draws}枚`,
        rule: "Q-33",
      };
    case "strong":
      return { sign: "強", name: en ? "Strength" : "強", rule: "Q-35" };
    case "point":
      return { sign: "点", name: en ? "Qianlong point" : "乾隆ポイント", rule: "Q-37" };
    case "return":
      return { sign: "送還", name: en ? "Forced return" : "強制送還", rule: "Q-38" };
  }
}
