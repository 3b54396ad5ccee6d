/** The game's own words, in both languages. Rule sentences come from the server. */
import type { Kind, Stage } from "../../generated/shinra";
import type { Text } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";

const text = (ja: string, en: string): Text => ({ ja, en });

/** The cards by name, with what is special about each and its rules. */
export const KINDS: Record<Kind, { name: Text; about: Text; rules: readonly string[] }> = {
  king: {
    name: text("王", "King 王"),
    about: text(
      "取られたら負け。攻撃力は無限で、何でも取れる。退避とコンバインはできない。",
      "Taken, the game is lost. Takes anything. Never retreats and never joins a stack.",
    ),
    rules: ["K-1", "K-23", "K-73", "K-56", "K-87"],
  },
  queen: {
    name: text("王妃", "Queen 王妃"),
    about: text(
      "単独では3点。手持ちからは自陣にだけ置ける。敵に取られても使われず、返されることがある。",
      "Counts 3 alone. Comes from the hand into the own territory only. A captor cannot use her, but may give her back.",
    ),
    rules: ["K-83", "K-84", "K-86", "K-74", "K-75"],
  },
  general: {
    name: text("将軍", "General 将軍"),
    about: text(
      "単独では3点。手持ちからは自陣にだけ置ける。",
      "Counts 3 alone. Comes from the hand into the own territory only.",
    ),
    rules: ["K-83", "K-84", "K-86"],
  },
  shu: {
    name: text("守", "Shu 守"),
    about: text(
      "単独では攻撃力2。攻撃されれば必ず取られる。",
      "Alone: attack 2, taken by any attack.",
    ),
    rules: ["K-24", "K-59"],
  },
  ko: {
    name: text("攻", "Ko 攻"),
    about: text(
      "単独では攻撃力2。攻撃されれば必ず取られる。",
      "Alone: attack 2, taken by any attack.",
    ),
    rules: ["K-24", "K-59"],
  },
  dai: {
    name: text("台", "Dai 台"),
    about: text(
      "桂馬のように跳ぶ。単独では攻撃力2。攻撃されれば必ず取られる。",
      "Leaps like a knight. Alone: attack 2, taken by any attack.",
    ),
    rules: ["K-5", "K-24", "K-59"],
  },
  hachitobi: {
    name: text("八とび", "Hachitobi 八とび"),
    about: text(
      "○のマスへ跳ぶ。3点で固定。戦闘開始まで使えず、単独でだけ使える。",
      "Leaps to the squares marked ○. Always 3. Not before the battle, and only alone.",
    ),
    rules: ["K-6", "K-27", "K-28", "K-79", "K-81"],
  },
  joker: {
    name: text("ジョーカー", "Joker ジョーカー"),
    about: text(
      "4点で固定。自分の王が6点以下のときだけ置け、単独でだけ使える。王は取れない。",
      "Always 4. Put down only while the own king has 6 or fewer, and only alone. Never takes a king.",
    ),
    rules: ["K-26", "K-28", "K-80", "K-81", "K-82"],
  },
};

/** The two seats. */
export const SEATS: readonly Text[] = [text("先手", "First (先手)"), text("後手", "Second (後手)")];

/** The stages of a play. */
export const STAGES: Record<Stage["kind"], Text> = {
  setup: text("並べる", "Set-up"),
  deploy: text("配備", "Deployment"),
  act: text("戦闘", "Battle"),
  follow: text("戦闘: 攻撃の後", "Battle: after the attack"),
  settle: text("戦闘: 王の一歩", "Battle: the king's step"),
  queen: text("戦闘: 王妃の処遇", "Battle: the captured queen"),
  switch: text("スイッチ", "Switch"),
  over: text("終局", "Game over"),
};

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
  ownLand: text("自陣", "own territory"),
  theirLand: text("敵陣", "enemy territory"),
  noLand: text("中心地帯", "middle ground"),
  life: text("ライフ{n}/{x}", "life {n} of {x}"),
  attack: text("攻撃力{x}", "attack {x}"),
  points: text("{n}点", "{n} points"),
  held: text("手に取っています", "taken up"),
  aimed: text("もう一度押すと決まります", "press once more to do it"),
  canTake: text("動かせます", "can be taken up"),
  captiveMark: text("捕虜", "captive"),
  keptMark: text("{n}点のまま", "keeps {n}"),
  remainderMark: text("残り", "left over"),
  count: text("{n}組", "{n} of these"),
  reconstructed: text("カードの{x}は復元です", "Reconstructed: the cards' {x}"),
  arrows: text("矢印", "arrows"),
  printed: text("点数", "points"),
  numbers: text("枚数", "numbers"),
  // Ways.
  step: text("1マス進む", "one step"),
  slide: text("まっすぐ進む", "slides"),
  knight: text("桂馬跳び", "knight's leap"),
  leap: text("跳ぶ", "leaps"),
  jump: text("{x}を飛び越える", "jumps over {x}"),
  put: text("手持ちから置く", "put from the hand"),
  // What it does.
  moves: text("空きマスへ", "to an empty square"),
  joins: text("{x}に重なって{n}点", "joins {x}: {n} points"),
  captures: text("{x}を取る", "takes {x}"),
  takes: text("取る", "takes"),
  damages: text("{x}を攻撃: {b}→{n}点", "attacks {x}: {b} → {n} left"),
  winning: text("王を取って勝ち", "takes the king and wins"),
  stepOn: text(
    "王の一歩: {x}の上へ移り、王は{n}点に。{x}は自陣の空きマスへ",
    "king's step onto {x}: the king rises to {n}, {x} is set aside at home",
  ),
  signGo: text("進む・置く", "go or put"),
  signLeap: text("跳ぶ", "leap"),
  signJump: text("味方を飛び越す", "jump over an ally"),
  signJoin: text("重なる", "join"),
  signAttack: text("攻撃(残り点)", "attack (what is left)"),
  signCapture: text("取る", "take"),
  switches: text("場所を入れ替える", "change places"),
  then: text("そのあと:", "Then it may:"),
  thenBack: text("自陣の空きマスへ戻る", "go home to an empty square"),
  thenJoin: text("味方に重なる", "join an own piece"),
  thenHand: text("手持ちに退避する(点数は元に戻る)", "retreat to the hand (points restored)"),
  thenHandKept: text(
    "手持ちに退避する(点数はそのまま)",
    "retreat to the hand (keeping its points)",
  ),
  noReach: text("今どこへも行けません", "It can go nowhere now"),
  studyOwn: text("この駒の利き", "Its reach"),
  study: text("敵の利き", "The enemy's reach"),
  // Hints.
  waiting: text("相手の番です", "The opponent decides"),
  pickPiece: text(
    "動かす駒か、置く手持ちを選んでください。敵の駒を押すと利きが見えます",
    "Choose a piece to move or something of the hand to put. Press an enemy piece to study its reach",
  ),
  pickPut: text("置くカードを手持ちから選んでください", "Choose a card of your hand to lay"),
  pickSwitch: text(
    "入れ替える自分の駒を2つ選ぶか、スイッチしないを選んでください",
    "Choose two own pieces to change places, or do not switch",
  ),
  pickSecond: text("入れ替える相手の駒を選んでください", "Choose the piece to change places with"),
  pickTarget: text(
    "光るマスを選んでください(もう一度押すと戻します)",
    "Choose a lit square (press it again to put it back)",
  ),
  pickSpot: text("攻撃した駒の行き先を選んでください", "Choose where the attacker goes"),
  pickSettle: text("踏まれた駒の行き先を選んでください", "Choose where the piece set aside goes"),
  setAside: text("{x}を自陣の空きマスへ", "{x}: to an empty square at home"),
  pickQueen: text("取った王妃をどうするか選んでください", "Decide about the queen you took"),
  toHand: text("手持ちにする", "To the hand"),
  decline: text("スイッチしない", "No switch"),
  keepQueen: text("返さない", "Keep her"),
  returnQueen: text("王妃を返す(王+{n})", "Give the queen back (king +{n})"),
  retreat: text("手持ちに退避", "Retreat to the hand"),
  over: text("終局しました", "The game is over"),
  keys: text(
    "盤は矢印キーで動き、Enterで選びます。Escapeでやめます。",
    "Arrow keys go over the board, Enter chooses, Escape leaves it.",
  ),
  // Set-up.
  arrange: text("陣を並べる", "Arrange your side"),
  box: text("箱のカード", "Cards in the box"),
  boxLeft: text("残り{n}枚", "{n} left"),
  formations: text("布陣", "Formations"),
  mirrored: text("左右を反転", "Mirror"),
  fillIn: text("残りを自動で並べる", "Fill in the rest"),
  clear: text("すべて戻す", "Clear"),
  confirm: text("この陣で決める", "Confirm"),
  takeTop: text("上の1枚を外す", "Take the top card off"),
  takeAll: text("箱に戻す", "Back to the box"),
  missing: text("あと", "Still to lay"),
  complete: text("並べ終わりました", "Complete"),
  problems: text("直すところ", "To be corrected"),
  warnings: text("ご注意", "Beware"),
  setupHint: text(
    "箱のカードを選んで、自陣のマスに置きます(ドラッグもできます)。置いた駒を選ぶと動かせます",
    "Choose a card of the box and lay it on your two rows, or drag it. Laid pieces can be moved",
  ),
  setupHeld: text("置くマスを選んでください", "Choose the square for it"),
  setupMove: text(
    "移すマスを選ぶか、外してください(Deleteで1枚外す)",
    "Choose where it goes, or take it off (Delete takes a card off)",
  ),
  setupDone: text(
    "陣を決めました。相手を待っています",
    "Your side is set. Waiting for the opponent",
  ),
  setupTheirs: text(
    "敵陣に見えるのは、相手の並べ途中です",
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

/** A kind's name. */
export const kindName = (kind: Kind, lang: Lang) => KINDS[kind]?.name[lang] ?? kind;

/** Cards by name, as a stack is called. */
export function cardsName(cards: readonly Kind[], lang: Lang): string {
  return cards.map((kind) => kindName(kind, lang)).join(lang === "ja" ? "+" : " + ");
}

/** Seconds as a clock shows them. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
