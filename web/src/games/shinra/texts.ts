/** The game's own words, in both languages. Rule sentences come from the server. */
import type { Components, Kind, Stage } from "../../generated/shinra";
import type { Text } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";

const text = (ja: string, en: string): Text => ({ ja, en });

/** What words about the game's things need: the language, and their names as data. */
export interface Spoken {
  lang: Lang;
  components: Pick<Components, "names">;
}

/** What the game calls a thing, by its key in the glossary. */
export const called = (key: string, { lang, components }: Spoken): string =>
  components.names[key]?.[lang] ?? key;

/** What the two seats are called. */
export const SEATS = ["first", "second"] as const;

/** The keys of the stages of a play, where they are not the stage's own. */
export const stageKey = (stage: Stage["kind"]): string =>
  stage === "queen" ? "queen_taken" : stage;

const words = {
  board: text("プレイシート", "Sheet"),
  grid: text("5×5のマス", "The 25 squares"),
  console: text("操作", "Commands"),
  hand: text("手持ち", "Hand"),
  handOf: text("{x}の手持ち", "Hand of {x}"),
  emptyHand: text("手持ちなし", "Nothing in hand"),
  standing: text("形勢", "State of play"),
  turns: text("{n}手目 / {x}手で引き分け", "Turn {n} / a draw after {x}"),
  switchesOn: text("スイッチ可", "Switches on"),
  switchesOff: text("スイッチ終了", "Switches are over"),
  check: text("王手", "Check"),
  checkOn: text("{x}の王に王手", "{x}'s king is in check"),
  stepLeft: text("王の一歩 あと1回", "King's step left"),
  stepUsed: text("王の一歩 済", "King's step used"),
  king: text("王のライフポイント", "The king's life points"),
  empty: text("空き", "empty"),
  middle: text("真ん中", "the middle square"),
  ownLand: text("自陣", "your territory"),
  theirLand: text("相手の陣", "enemy territory"),
  noLand: text("中心地帯", "middle ground"),
  middleIs: text("配備の最後に、先手が埋めます", "The first player fills it last of all"),
  noLandIs: text(
    "配備では、両者が交互に1枚ずつ配します",
    "In deployment both lay cards here in turn",
  ),
  ownLandIs: text("最初にあなたが並べるところです", "You arrange your side here at the beginning"),
  theirLandIs: text("最初に相手が並べるところです", "The opponent arranges a side here"),
  formationDoes: text(
    "押すとこの陣形に並びます。あとで動かせます",
    "Lays this formation; its cards can still be moved",
  ),
  confirmDoes: text(
    "この陣形で始めます。決めたあとは動かせません",
    "Begins with this side; it cannot be changed afterwards",
  ),
  handHolds: text("これからシートに配せるカードです", "Cards that can still be put on the sheet"),
  life: text("ライフ{n}/{x}", "life {n} of {x}"),
  attack: text("攻撃力{x}", "attack {x}"),
  points: text("{n}点", "{n} points"),
  held: text("手に取っています", "taken up"),
  aimed: text("もう一度押すと決まります", "press once more to do it"),
  lastLeft: text("{x}が最後の手で離れたマス", "{x} left it in the last move"),
  lastReached: text("{x}の最後の手", "{x}'s last move"),
  lastStruck: text("{x}が最後の手で攻撃", "{x} attacked it in the last move"),
  canTake: text("動かせます", "can be taken up"),
  captiveMark: text("取った王妃", "captured queen"),
  keptMark: text("{n}点のまま", "keeps {n}"),
  remainderMark: text("王妃を返した残り", "left of a stack"),
  reconstructed: text("カードの{x}は復元です", "Reconstructed: the cards' {x}"),
  arrows: text("矢印", "arrows"),
  printed: text("点数", "points"),
  numbers: text("枚数", "numbers"),
  // Ways.
  step: text("1マス進む", "one step"),
  slide: text("まっすぐ進む", "slides"),
  knight: text("八方桂の跳び", "knight's leap"),
  leap: text("跳ぶ", "leaps"),
  jump: text("{x}を飛び越える", "jumps over {x}"),
  put: text("手持ちから配す", "put from the hand"),
  // What it does.
  moves: text("空いているマスへ", "to an empty square"),
  joins: text("{x}に重なって{n}点", "joins {x}: {n} points"),
  captures: text("{x}を取る", "takes {x}"),
  takes: text("取る", "takes"),
  damages: text("{x}を攻撃: {b}→{n}点", "attacks {x}: {b} → {n} left"),
  winning: text("王を取って勝ち", "takes the king and wins"),
  stepOn: text(
    "王の一歩: {x}の上へ移り、王は{n}点に。{x}は自陣の空いているマスへ",
    "king's step onto {x}: the king rises to {n}, {x} is set aside at home",
  ),
  signGo: text("進む・配す", "go or put"),
  signLeap: text("跳ぶ", "leap"),
  signJump: text("味方を飛び越える", "jump over an ally"),
  signJoin: text("重なる", "join"),
  signAttack: text("攻撃(残り点)", "attack (what is left)"),
  signCapture: text("取る", "take"),
  switches: text("場所を入れ替える", "change places"),
  then: text("そのあと:", "Then it may:"),
  thenBack: text("自陣の空いているマスへ戻る", "go home to an empty square"),
  thenJoin: text("味方に重なる", "join a piece of its side"),
  thenHand: text("手持ちに退避する(点数は元に戻る)", "retreat to the hand (points restored)"),
  thenHandKept: text(
    "手持ちに退避する(点数はそのまま)",
    "retreat to the hand (keeping its points)",
  ),
  noReach: text("今どこへも行けません", "It can go nowhere now"),
  studyOwn: text("このカードの利き", "Its reach"),
  study: text("相手のカードの利き", "The enemy's reach"),
  // Hints.
  waiting: text("相手の番です", "The opponent decides"),
  pickPiece: text(
    "動かすカードか、配す手持ちを選んでください。相手のカードを押すと利きが見えます",
    "Choose a piece to move or something of the hand to put. Press an enemy piece to study its reach",
  ),
  pickPut: text("配すカードを手持ちから選んでください", "Choose a card of your hand to lay"),
  pickSwitch: text(
    "入れ替える自分のカードを2つ選ぶか、「スイッチしない」を選んでください",
    "Choose two pieces of yours to change places, or choose not to switch",
  ),
  pickSecond: text(
    "入れ替えるもう1つの自分のカードを選んでください",
    "Choose the other piece of yours to change places with",
  ),
  pickTarget: text(
    "光るマスを選んでください(選んだカードをもう一度押すと取り消し)",
    "Choose a lit square (press the piece again to cancel)",
  ),
  pickSpot: text("攻撃したカードの行き先を選んでください", "Choose where the attacker goes"),
  pickSettle: text(
    "王が乗ったカードを戻す自陣のマスを選んでください",
    "Choose where the piece goes onto which the king stepped",
  ),
  setAside: text("{x}を自陣の空いているマスへ", "{x}: to an empty square at home"),
  pickQueen: text("取った王妃をどうするか選んでください", "Decide about the queen you took"),
  toHand: text("手持ちにする", "To the hand"),
  decline: text("スイッチしない", "No switch"),
  keepQueen: text("返さない", "Keep her"),
  returnQueen: text("王妃を返す(王+{n})", "Give the queen back (king +{n})"),
  retreat: text("手持ちに退避", "Retreat to the hand"),
  over: text("終局しました", "The game is over"),
  keys: text(
    "シートの上は矢印キーで動き、Enterで選びます。Escapeでやめます。",
    "Arrow keys go over the sheet, Enter chooses, Escape leaves it.",
  ),
  // Set-up.
  advice: text("陣形について", "About your side"),
  arrange: text("自陣に並べる", "Arrange your side"),
  box: text("箱のカード", "Cards in the box"),
  boxLeft: text("残り{n}枚", "{n} left"),
  formations: text("陣形", "Formations"),
  mirrored: text("左右を反転", "Mirror"),
  fillIn: text("残りを自動で並べる", "Fill in the rest"),
  clear: text("すべて戻す", "Clear"),
  confirm: text("この陣形で決める", "Confirm"),
  takeTop: text("上の1枚を外す", "Take the top card off"),
  takeAll: text("箱に戻す", "Back to the box"),
  // The same, where there is little room.
  fillInShort: text("自動", "Fill"),
  mirroredShort: text("反転", "Mirror"),
  clearShort: text("全部戻す", "Clear"),
  takeTopShort: text("1枚外す", "Top off"),
  takeAllShort: text("箱へ", "To box"),
  missing: text("あと", "Still to lay"),
  complete: text("並べ終わりました", "Complete"),
  problems: text("直すところ", "To be corrected"),
  warnings: text("ご注意", "Beware"),
  setupHint: text(
    "箱のカードを選んで、自陣のマスに並べます(ドラッグもできます)。並べたカードを選ぶと動かせます",
    "Choose a card of the box and lay it on your two rows, or drag it. Laid pieces can be moved",
  ),
  setupHeld: text("並べるマスを選んでください", "Choose the square for it"),
  setupMove: text(
    "移すマスを選ぶか、外してください(Deleteで1枚外す)",
    "Choose where it goes, or take it off (Delete takes a card off)",
  ),
  setupDone: text(
    "陣形を決めました。相手を待っています",
    "Your side is set. Waiting for the opponent",
  ),
  setupTheirs: text(
    "相手の陣に見えているのは、相手が並べている途中の様子です",
    "On the far rows you see what the opponent has laid so far",
  ),
  timeLeft: text("残り時間 {x}", "Time left {x}"),
  timeUp: text(
    "時間が切れると、足りない分を自動で補って決まります",
    "When time is up the rest is filled in and confirmed for you",
  ),
  kings: text("王", "the king"),
  singles: text("単独{n}枚", "singles: {n}"),
  stacks2: text("2枚重ね{n}組", "stacks of two: {n}"),
  stacks3: text("3枚重ね{n}組", "stacks of three: {n}"),
} satisfies Record<string, Text>;

/** The key of one of the game's words. */
export type Word = keyof typeof words;

/** The words in a language; `n` fills in a number, `x` anything. */
export function say(key: Word, lang: Lang, n?: number, x?: string | number): string {
  return words[key][lang].replace("{n}", String(n ?? "")).replace("{x}", String(x ?? ""));
}

/** Cards by name, as a stack is called. */
export function cardsName(cards: readonly Kind[], spoken: Spoken): string {
  return cards.map((kind) => called(kind, spoken)).join(spoken.lang === "ja" ? "+" : " + ");
}

/** Several things said one after the other, each closed as a sentence is. */
export function sentences(
  parts: readonly (string | false | null | undefined)[],
  lang: Lang,
): string {
  const [stop, gap] = lang === "ja" ? ["。", ""] : [".", " "];
  const closed = (part: string) => (/[.。!?！？]$/.test(part) ? part : part + stop);
  return parts.flatMap((part) => (part ? closed(part) : [])).join(gap);
}

/** Seconds as a clock shows them. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
