/**
 * The words of the page itself, in both languages. What the game's things are called comes from
 * its glossary and its components, and rule sentences come from its rules: all from the server.
 */
import type {
  Cell,
  ChainEnd,
  Direction,
  End,
  Face,
  FireCause,
  Icon,
  IconReading,
  Laid,
  Phase,
  Reading,
  Stay,
} from "../../generated/honnoji";
import type { Text } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";
import { rulebook } from "../../lib/rulebook.svelte";
import type { Tip } from "../../lib/tip.svelte";
import type { Looks } from "./faces";
import type { Trace } from "./traces";

const text = (ja: string, en: string): Text => ({ ja, en });

/** The numbers as they are painted on the cards. */
export const NUMERALS = ["〇", "一", "二", "三", "四", "五"] as const;

/** The sign that shows where an icon points. */
export const ARROWS: Record<Direction, string> = { up: "↑", right: "→", down: "↓", left: "←" };

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

/** The keys of the seats in the glossary. */
const SEATS = ["red", "blue", "yellow", "green", "purple"] as const;

const words = {
  ring: text("本能寺の5つのマス", "The five squares of Honnō-ji"),
  mat: text("伏せ場", "Your layout"),
  layout: text("伏せ場", "Layout"),
  layouts: text("それぞれの配置", "The layouts"),
  total: text("合計", "Total"),
  grid: text("伏せ場の升目", "The cells of your layout"),
  noHand: text("手札なし", "no cards"),
  nothingExposed: text("晒し場は空", "nothing exposed"),
  pickCard: text(
    "手札を選び、置く場所へ。置いた札は何度でも動かせます",
    "Choose a card, then a cell. A card you have placed can still be moved",
  ),
  pickCell: text("置く場所を選んでください", "Choose a cell for it"),
  pickOther: text("移す場所を選んでください", "Choose the cell to move it to"),
  offers: text("配置の例", "Ready-made layouts"),
  otherOffers: text("ほかの案", "More ideas"),
  clear: text("全部戻す", "Take all back"),
  takeBack: text("手札に戻す", "Back to hand"),
  confirm: text("この配置で確定", "Confirm this layout"),
  confirmNothing: text("何も置かずに確定", "Confirm an empty layout"),
  keys: text(
    "手札はEnterで取り、矢印キーで場所を選んでEnterで置きます。Deleteで手札に戻し、Escapeでやめます。",
    "Enter takes up a card of the hand; arrow keys move over the cells and Enter puts it down. Delete takes it back, Escape leaves it.",
  ),
  orders: text("この配置で行うこと", "What this layout orders"),
  noOrders: text("アイコンがないので、何も起きません", "Without an icon nothing is ordered"),
  layNow: text(
    "札を置くと、効果がここに表示されます",
    "Place a card, and its effect is shown here",
  ),
  returns: text("消耗で手札へ", "Back to hand"),
  exposes: text("消耗で晒し場へ", "Exposed after the round"),
  reveal: text("一斉に公開", "All turn up at once"),
  handOrLayout: text("手札か伏せ場", "Hand or layout"),
  faceDown: text("裏向き", "face down"),
  fire: text("火ノ手", "Fire"),
  fireWhat: text("拾えず1枚捨てる", "take none, lose one"),
  empty: text("札なし", "no cards"),
  phases: text("フェイズ", "Phases"),
  status: text("ラウンドとフェイズ", "Round and phase"),
  players: text("各自の場", "The players"),
  you: text("あなた", "you"),
  take: text("拾得する", "Take"),
  steal: text("奪う", "Steal"),
  burn: text("捨てる", "Discard"),
  recoverPick: text("回復する", "Recover"),
  recoverNothing: text("何も回復しない", "Recover nothing"),
  notLaid: text("まだ伏せていません", "has not placed cards yet"),
  declared: text("伏せました(公開まで秘密)", "has placed cards, hidden until the reveal"),
  laidNothing: text("何も伏せていません", "placed nothing"),
  takenLater: text(
    "拾得フェイズに、このマスにいる人が拾います。",
    "It is picked up in the pick-up phase by whoever stands here.",
  ),
  nothingDiscarded: text("まだ1枚も捨てられていません", "Nothing is discarded yet"),
  offerDoes: text(
    "押すとこの配置になります。置いた札はあとで動かせます",
    "Lays these cards for you; each can still be moved",
  ),
  otherOffersDo: text("配置の例をほかにも見ます", "Shows other ready-made layouts"),
  confirmDoes: text(
    "あなたの配置が決まります。全員が決めると一斉に公開します",
    "Settles your layout; when all have settled theirs, all are turned up at once",
  ),
  clearDoes: text("置いた札をすべて手札に戻します", "Takes all the cards back to your hand"),
  nothingLaid: text("まだ1枚も置いていません", "No card is laid yet"),
  takeBackDoes: text("選んだ札を手札に戻します", "Takes the chosen card back to your hand"),
  layoutIs: text(
    "アイコンが指す先の数字札で、行き先や攻撃先が決まります",
    "The number cards an icon points at say where to move or attack",
  ),
  roundsLeft: text(
    "6ラウンドで終わり、点の多い人が勝ちます",
    "After six rounds the most points win",
  ),
  destination: text("移動先", "you will stand here"),
  reconstructed: text(
    "札の点数とアイコンの向きは推定で復元したものです",
    "Points and icon directions are reconstructed",
  ),
} satisfies Record<string, Text>;

/** The words in a language. */
export const say = (key: keyof typeof words, lang: Lang): string => words[key][lang];

/** A name as it stands at the beginning of a line. */
const headed = (name: Text, lang: Lang): string =>
  lang === "ja" ? name.ja : name.en.charAt(0).toUpperCase() + name.en.slice(1);

/** What the game calls a thing, by its key in the glossary, as it stands within a sentence. */
export const term = (key: string, lang: Lang): string => rulebook.name(key)[lang];
/** The same as a heading. */
export const heading = (key: string, lang: Lang): string => headed(rulebook.name(key), lang);
/** What a seat is called. */
export const seatName = (seat: number, lang: Lang): string => heading(SEATS[seat] ?? "", lang);

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const list = (items: readonly string[], lang: Lang) => items.join(lang === "ja" ? "、" : ", ");

/** A count of points in words. */
export const pointsWord = (n: number, lang: Lang): string =>
  lang === "ja" ? `${n}点` : many(n, "point");
/** A count of cards in words. */
export const countWord = (n: number, lang: Lang): string =>
  lang === "ja" ? `${n}枚` : many(n, "card");
/** A square in words. */
export const squareWord = (n: number, lang: Lang): string =>
  lang === "ja" ? `${n}のマス` : `square ${n}`;
/** The round of six in words. */
export const roundWord = (n: number, lang: Lang): string =>
  lang === "ja" ? `第${n}ラウンド(全6)` : `Round ${n} of 6`;
/** A card's name. */
export const faceName = (looks: Looks, face: Face, lang: Lang): string =>
  headed(looks.name(face), lang);
/** An icon's name. */
export const iconName = (looks: Looks, icon: Icon, lang: Lang): string =>
  headed(looks.icon(icon), lang);
/** The names of cards; a number among others is its digit. */
export const faceNames = (looks: Looks, faces: readonly Face[], lang: Lang): string =>
  list(
    faces.map((face) => (looks.get(face)?.number ? face : faceName(looks, face, lang))),
    lang,
  );

/** The icons of a card in words; empty for a card without any. */
function iconsWord(looks: Looks, face: Face, lang: Lang): string {
  return (looks.get(face)?.icons ?? [])
    .map(({ icon, direction }) => `${iconName(looks, icon, lang)}${ARROWS[direction]}`)
    .join(lang === "ja" ? "・" : ", ");
}

/** A card in words: name, points, icons. */
export function cardWord(looks: Looks, face: Face, lang: Lang): string {
  const parts = [faceName(looks, face, lang)];
  const points = looks.get(face)?.points ?? 0;
  if (points > 0) parts.push(pointsWord(points, lang));
  const icons = iconsWord(looks, face, lang);
  if (icons) parts.push(icons);
  return list(parts, lang);
}

/** What a card is, with its rules. */
export function cardTip(looks: Looks, face: Face, lang: Lang): Tip {
  const look = looks.get(face);
  return {
    title: cardWord(looks, face, lang),
    text: look?.does[lang],
    rules: look?.rules ?? [],
  };
}

/** Where a cell is, in words. */
export function placeWord({ x, y }: Cell, lang: Lang): string {
  const way = (n: number, more: Direction, less: Direction) => {
    if (n === 0) return "";
    const side = term(n > 0 ? more : less, lang);
    return lang === "ja" ? `${side}${Math.abs(n)}` : `${side} ${Math.abs(n)}`;
  };
  const ways = [way(y, "up", "down"), way(x, "right", "left")].filter(Boolean);
  if (lang === "ja") return ways.join("") || "中央";
  return ways.join(", ") || "middle";
}
/** An empty cell in words. */
export const cellWord = (cell: Cell, lang: Lang): string =>
  `${placeWord(cell, lang)}${lang === "ja" ? "、空き" : ": free"}`;
/** A laid card in words. */
export const laidWord = (card: string, cell: Cell, lang: Lang): string =>
  `${placeWord(cell, lang)}${lang === "ja" ? "、" : ": "}${card}`;

/** A card of the hand that is laid out, and comes back when it is pressed. */
export const backWord = (card: string, cell: Cell, lang: Lang): string =>
  lang === "ja"
    ? `${card}(${placeWord(cell, lang)}に配置中)を手札に戻す`
    : `Take back from ${placeWord(cell, lang)}: ${card}`;

const NOTHING_BECAUSE: Record<ChainEnd, Text> = {
  empty: text(
    "アイコンの先に数字札がないので、何もしません",
    "does nothing: it points at no number card",
  ),
  not_a_number: text(
    "次の札に数字がないので、何もしません",
    "does nothing: the next card has no number",
  ),
  six: text(
    "次の数字で6以上になるので、何もしません",
    "does nothing: the sum would be six or more",
  ),
};
const EDGE = text("伏せ場の端なので、何もしません", "does nothing: the area ends there");
const ENDED: Record<ChainEnd, Text | null> = {
  empty: null,
  not_a_number: null,
  six: text("次を足すと6以上なので、ここまで", "with the next it would be six or more"),
};

/** Why a pawn stays, or a movement icon does nothing. */
export const STAYS: Record<Stay, Text> = {
  not_designated: text("移動先を指定していないので、動きません", "names no square, so you stay"),
  own_square: text("今いるマスなので、動きません", "is your own square, so you stay"),
  both_neighbours: text(
    "両隣をどちらも指定したので、動けません",
    "both neighbours are named, so you cannot move",
  ),
  unreachable: text(
    "隣ではなく、途中のマスも指定していないので届きません",
    "is not next to yours, and the squares between are not named",
  ),
  overruled: text("先のアイコンの指定が優先されます", "another icon's square counts"),
};

/** Why a square burns. */
export const CAUSES: Record<FireCause, Text> = {
  fire_card: text("火ノ手が出た", "a fire card was dealt"),
  fourth_card: text("4枚目の札が置かれた", "a fourth card was placed"),
};

/** What the numbers of an icon come to: `2 + 3 = 5`. */
export function chainWord({ chain, number }: IconReading): string {
  const numbers = chain.map(({ face }) => face);
  if (number === null) return "";
  return numbers.length > 1 ? `${numbers.join("+")}=${number}` : `${number}`;
}

/** What an icon does from here, in words. */
export function effectWord(reading: IconReading, lang: Lang): string {
  const { effect, end, stop, icon } = reading;
  const ja = lang === "ja";
  switch (effect.kind) {
    case "nothing":
      return (end === "empty" && stop === null ? EDGE : NOTHING_BECAUSE[end])[lang];
    case "arrives":
      return ja ? `${effect.square}のマスへ移動` : `moves to ${effect.square}`;
    case "passes":
      return ja ? `${effect.square}のマスを通る` : `passes through ${effect.square}`;
    case "stays":
      return STAYS[effect.why][lang];
    case "attacks":
      if (ja) return `${effect.square}のマスを${icon === "gun" ? "撃つ" : "斬る"}`;
      return icon === "gun" ? `shoots at ${effect.square}` : `strikes at ${effect.square}`;
    case "out_of_reach": {
      if (effect.reach.length === 0)
        return ja ? "コマがどのマスにもいないので届きません" : "reaches nothing: you stand nowhere";
      const reach = effect.reach.join(ja ? "・" : ", ");
      return ja
        ? `${effect.square}のマスには届きません(刀が届くのは${reach})`
        : `cannot reach ${effect.square}; the sword reaches ${reach}`;
    }
    case "recovers":
      return ja ? `${effect.cards}枚まで回復` : `recovers up to ${effect.cards}`;
  }
}

/** Why the chain of an icon ended, where it is worth a word. */
export const endedWord = ({ number, end }: IconReading, lang: Lang): string =>
  number === null ? "" : (ENDED[end]?.[lang] ?? "");

/** What an icon reads and does, in a sentence. */
export function iconWord(looks: Looks, reading: IconReading, lang: Lang): string {
  const chain = chainWord(reading);
  const name = `${faceName(looks, reading.card, lang)} ${iconName(looks, reading.icon, lang)}${ARROWS[reading.direction]}`;
  const ended = endedWord(reading, lang);
  return [name, chain, effectWord(reading, lang), ended && `(${ended})`].filter(Boolean).join(" ");
}

/** One thing that a layout orders, in a few words. */
export function orderWord(icon: Icon, number: number, lang: Lang): string {
  if (lang === "ja") {
    return {
      move: `${number}へ移動`,
      sword: `${number}へ刀攻撃`,
      gun: `${number}へ銃攻撃`,
      recover: `${number}枚まで回復`,
    }[icon];
  }
  return {
    move: `move to ${number}`,
    sword: `sword attack on ${number}`,
    gun: `gun attack on ${number}`,
    recover: `recover up to ${number}`,
  }[icon];
}

/** What a whole layout orders, as signs: the square or the number that each icon is about. */
export const signs = ({
  path,
  destination,
  attacks,
  recover,
}: Reading): (readonly [Icon, number])[] => [
  ...(path.length > 0 && destination !== null ? [["move", destination] as const] : []),
  ...attacks.map(({ icon, square }) => [icon, square] as const),
  ...(recover > 0 ? [["recover", recover] as const] : []),
];

/** What a whole layout orders, in a few words; for the eyes of those who know the game. */
export function planWords(reading: Reading, lang: Lang): string[] {
  const ja = lang === "ja";
  const { destination, path, attacks, recover } = reading;
  const out: string[] = [];
  if (path.length > 0 && destination !== null) {
    const way = path.slice(0, -1);
    const via =
      way.length > 0 ? (ja ? `${way.join("・")}経由で` : ` via ${way.join(" and ")}`) : "";
    out.push(ja ? `${via}${destination}へ` : `to ${destination}${via}`);
  } else if (reading.from !== null) {
    out.push(ja ? `${reading.from}に留まる` : `stays on ${reading.from}`);
  }
  for (const { icon, square } of attacks) {
    if (ja) out.push(`${icon === "gun" ? "銃" : "刀"}で${square}`);
    else out.push(`${icon} attack on ${square}`);
  }
  if (recover > 0) out.push(ja ? `${recover}枚まで回復` : `recovers up to ${recover}`);
  return out;
}

/** What a whole layout orders and what becomes of its cards, to be heard. */
export function readingWord(looks: Looks, reading: Reading, lang: Lang): string {
  const stop = lang === "ja" ? "。" : ". ";
  const parts = [list(planWords(reading, lang), lang)];
  if (reading.stays && reading.stays !== "not_designated" && reading.path.length === 0)
    parts.push(STAYS[reading.stays][lang]);
  if (reading.returns.length > 0)
    parts.push(`${say("returns", lang)}: ${faceNames(looks, reading.returns, lang)}`);
  if (reading.exposes.length > 0)
    parts.push(`${say("exposes", lang)}: ${faceNames(looks, reading.exposes, lang)}`);
  return parts.filter(Boolean).join(stop) + (lang === "ja" ? "。" : ".");
}

/** What is known of a layout, in words. */
export function layoutWord(looks: Looks, laid: Laid, lang: Lang): string {
  const ja = lang === "ja";
  switch (laid.kind) {
    case "none":
      return say("notLaid", lang);
    case "declared":
      return say("declared", lang);
    case "face_down":
      if (laid.cells.length === 0) return say("laidNothing", lang);
      return ja
        ? `${laid.cells.length}枚を伏せています: ${laid.cells.map((cell) => placeWord(cell, lang)).join("、")}`
        : `${many(laid.cells.length, "card")} face down: ${laid.cells.map((cell) => placeWord(cell, lang)).join("; ")}`;
    case "open":
      if (laid.layout.length === 0) return say("laidNothing", lang);
      return readingWord(looks, laid.reading, lang);
  }
}

/** What is asked of this person, in a heading. */
export function askWord(
  asked: { kind: "take" | "steal" | "burn" | "recover" } & Partial<{
    square: number;
    up_to: number;
  }>,
  victim: string,
  lang: Lang,
): string {
  const ja = lang === "ja";
  const square = asked.square ?? 0;
  switch (asked.kind) {
    case "take":
      return ja ? `${square}のマスから1枚を拾得` : `Take a card from square ${square}`;
    case "steal":
      return ja ? `${victim}から1枚を奪う` : `Steal a card from ${victim}`;
    case "burn":
      return ja ? "火ノ手マスで1枚を捨てる" : "Discard a card to the fire";
    case "recover":
      return ja ? `${asked.up_to}枚まで回復` : `Recover up to ${asked.up_to}`;
  }
}

/** What confirming a recovery does, in words. */
export function recoverWord(looks: Looks, faces: readonly Face[], lang: Lang): string {
  if (faces.length === 0) return say("recoverNothing", lang);
  const names = faceNames(looks, faces, lang);
  return lang === "ja" ? `${names}を回復` : `Recover ${names}`;
}

const ENDS: Record<End["reason"], Text> = {
  points: text("最も多くの点を集めました", "most points"),
  fewer_cards: text("同点で、札がより少ない", "equal points, fewer cards"),
  draw: text("点も札の枚数も同じ", "points and cards are equal"),
};

/** How the game ended, in words. `winners` are their names, joined. */
export function endWord(end: End, winners: string, lang: Lang): string {
  const why = ENDS[end.reason][lang];
  if (end.reason === "draw")
    return lang === "ja" ? `引き分け: ${winners}(${why})` : `A draw between ${winners}: ${why}`;
  return lang === "ja" ? `${winners}の勝ち(${why})` : `${winners} wins: ${why}`;
}

/** What a mark of something done lately says. */
export function traceWord(trace: Trace, names: readonly string[], lang: Lang): string {
  const ja = lang === "ja";
  const name = names[trace.seat] ?? "";
  switch (trace.kind) {
    case "left":
      return ja ? `${name}が${trace.to}のマスへ出た。` : `${name} left for square ${trace.to}.`;
    case "attacked":
      if (ja) return `${name}が${trace.icon === "gun" ? "銃" : "刀"}で攻撃した。`;
      return `${name} attacked it with a ${trace.icon}.`;
    case "took": {
      if (trace.from === null)
        return ja
          ? `${name}が${trace.square}のマスで拾得。`
          : `Taken by ${name} on square ${trace.square}.`;
      const victim = names[trace.from] ?? "";
      return ja
        ? `${name}が${trace.square}のマスで${victim}から奪った。`
        : `Stolen by ${name} from ${victim} on square ${trace.square}.`;
    }
  }
}

/** Whose a card is. */
export const ownerWord = (name: string, lang: Lang): string =>
  lang === "ja" ? `${name}のもの。` : `Taken by ${name}.`;

/** Where a pawn stands, and where it came from. */
export function pawnWord(square: number, from: number | null, lang: Lang): string {
  const here = lang === "ja" ? `${square}のマスにいる。` : `Stands on square ${square}.`;
  if (from === null || from === square) return here;
  return lang === "ja" ? `${from}のマスから${square}のマスへ来た。` : `Came from square ${from}.`;
}

/** What a square is about just now. */
export function squareTip(
  now: { who: readonly string[]; cards: string; fire: boolean; marks: readonly string[] },
  lang: Lang,
): string {
  const ja = lang === "ja";
  const who = list(now.who, lang);
  const sentences = [
    now.fire
      ? ja
        ? "燃えているので、ここでは拾えず、いる人は1枚捨てる。"
        : "It burns: nothing is picked up here, and whoever stands on it loses a card."
      : "",
    who ? (ja ? `いる人: ${who}。` : `Here: ${who}.`) : ja ? "誰もいない。" : "Nobody is here.",
    now.cards
      ? ja
        ? `札: ${now.cards}。`
        : `Cards: ${now.cards}.`
      : ja
        ? "札はない。"
        : "No cards.",
    ...now.marks,
  ];
  return sentences.filter(Boolean).join(ja ? "" : " ");
}
