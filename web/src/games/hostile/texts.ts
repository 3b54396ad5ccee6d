/**
 * The words of the page itself, in both languages. What the game's things are called comes from
 * its glossary and its components, and rule sentences come from its rules: all from the server.
 */
import type { End, Judged } from "../../generated/hostile";
import type { Text } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";
import { rulebook } from "../../lib/rulebook.svelte";
import type { By, Reason, Way } from "./foresight";
import { capital, type Called } from "./called";
import { isSquare } from "./geometry";
import type { Deed } from "./traces";

const text = (ja: string, en: string): Text => ({ ja, en });

/** Why a pawn goes no further. */
const REASONS: Record<Reason, Text> = {
  arrives: text("に着く", ": stops there"),
  edge: text("で止まる(ボードの端)", ": stops there, at the edge of the board"),
  pawn: text("で止まる(ほかのコマがいるため)", ": stops there, another pawn is in the way"),
  start: text(
    "で止まる(自分以外のスタート地点の手前)",
    ": stops there, another player's start is in the way",
  ),
  wall: text("で止まる(ウォールの手前)", ": stops there, a wall is in the way"),
  stop: text("でストップ(このターンはもう動けない)", ": no more moves this turn"),
  caught: text("で止まる(移動が一巡したため)", ": stops there, having come full circle"),
};

/** What moves a pawn. */
const MOVERS: Record<By, Text> = {
  step: text("", ""),
  slide: text("スライド", "slide"),
  ice: text("アイス", "ice"),
  spring: text("スプリング", "spring"),
  spring_short: text("スプリング(手前)", "spring, short"),
  return: text("スタート地点へ", "to the start"),
  recall: text("スタート地点へ", "to the start"),
};

const words = {
  table: text("HOSTILEのボード", "The board of HOSTILE"),
  arena: text("ボード", "The board"),
  lineEmpty: text("ラインは空です", "The line is empty"),
  skills: text("スキル", "Skills"),
  standing: text("戦況", "The state of the game"),
  console: text("操作", "Your controls"),
  turnLeft: text("左に回す", "Turn left"),
  turnRight: text("右に回す", "Turn right"),
  race: text("ジェムの競争", "The race for gems"),
  supply: text("山札と捨て札", "Decks and discards"),
  deck: text("山", "deck"),
  discards: text("捨て", "discards"),
  order: text("順番", "Order"),
  lastRoundGoal: text(
    "ジェムが必要数に達しました。このラウンドでゲーム終了です。",
    "The goal was reached. The game ends with this round.",
  ),
  lastRoundWhy: text(
    "フロアタイルの山札が足りませんでした。このラウンドでゲーム終了です。",
    "The floor deck was short. The game ends with this round.",
  ),
  pass1: text("前半", "first half"),
  pass2: text("後半", "second half"),
  stopped: text("ストップ中", "Stopped"),
  end: text("ターン終了", "End your turn"),
  cancel: text("やめる", "Cancel"),
  removed: text("除外", "removed"),
  undrafted: text("余り", "left over"),
  toDraft: text("選べます", "to be drafted"),
  you: text("あなた", "you"),
  team: text("味方", "partner"),
  unused: text("誰も使っていないスタート地点", "unused start"),
  empty: text("空き", "empty"),
  gemsWait: text(
    "このマスに入ったコマの持ち主がジェムを獲得します",
    "Gems go to the owner of the pawn that comes here",
  ),
  corner: text(
    "自分のスタート地点でないコマは入れず、タイルも置けません",
    "No pawn may enter a start that is not its own, and no tile may be placed here",
  ),
  cornerTaken: text("スタート地点にタイルは置けません", "No tile may be placed on a start"),
  free: text(
    "コマが通れるマスで、フロアタイルも置けます",
    "Pawns may come here, and a floor tile may be placed here",
  ),
  besideStart: text(
    "{name}のスタート地点の隣なので、その対戦相手はタイルを置けません",
    "Beside the start of {name}, whose opponents may place no tile here",
  ),
  pawnHere: text(
    "コマがいる間は、ほかのコマは入れず、タイルも置けません",
    "While the pawn stands here no other may come, and no tile may be placed",
  ),
  handEmpty: text("手札はありません", "No tiles in hand"),
  noSkills: text("まだスキルカードを取っていません", "No skill card taken yet"),
  takenBy: text("{name}が獲得", "Taken by {name}"),
  removedWhy: text(
    "無作為に除外され、このラウンドには誰も使えません",
    "Removed at random: nobody uses it in this round",
  ),
  undraftedWhy: text("誰も取りませんでした", "Nobody took it"),
  undraftedYet: text(
    "まだ誰も取っていません。後半に選べます",
    "Nobody took it yet; it can be chosen in the second half",
  ),
  endWhy: text(
    "次のプレイヤーの番になります。使わなかった行動点はなくなります",
    "The next player's turn begins; points not spent are lost",
  ),
  flagWhy: text(
    "スキルのドラフトとターンは、このプレイヤーから時計回りです",
    "The skill draft and the turns go clockwise from this player",
  ),
  startsAt: text("{name}からスタート", "Starts at {name}"),
  canPlace: text("ここに配置できます", "can be placed here"),
  aimed: text("選択中", "aimed at"),
  endless: text(
    "移動効果が無限に終わらなくなるため、このタイルはすぐに捨て札になります。",
    "Movement would never end: this tile would be discarded at once.",
  ),
  endlessNow: text(
    "今のコマの位置では{names}の移動が無限に終わらなくなるため、このタイルはすぐに捨て札になります。",
    "With the pawns where they stand, the movement of {names} would never end: this tile would be discarded at once.",
  ),
  handFull: text(
    "手札が4枚なので、このタイルは捨て札になります。",
    "The hand is full, so this tile would be discarded.",
  ),
  keepDiscards: text(
    "手札がいっぱいなので、手札に加えると捨て札になります。",
    "Your hand is full: keeping this tile discards it.",
  ),
  pickSkill: text("スキルを1枚選んでください", "Choose a skill card"),
  pickTile: text(
    "ラインからタイルを選んでください(あと{n}枚)",
    "Choose a tile from the line ({n} to go)",
  ),
  pickFate: text("手札に加えるか、光るマスに配置します", "Keep it, or choose a lit square for it"),
  pickGemFate: text("手札に加えるか、すぐに使います", "Keep it, or use it at once"),
  pickSquare: text("光るマスを選んでください", "Choose a lit square"),
  pickSquareOrUse: text(
    "光るマスを選んで配置するか、下から使い方を選びます",
    "Choose a lit square, or one of the ways below",
  ),
  pickUse: text("使い方を選んでください", "Choose what to do with it"),
  pickAction: text(
    "移動、タイルの獲得・配置、スキルの使用。順番は自由です",
    "Move, take or place tiles, use your skill, in any order",
  ),
  onlyEnd: text("ほかにできることはありません", "Nothing else can be done"),
  waiting: text("ほかのプレイヤーの番です", "Others are deciding"),
  skillsTaken: text(
    "スキルカードを取るのは、スキルのドラフトだけです",
    "Skill cards are taken in the skill draft only",
  ),
  handWaits: text(
    "ドラフト中は、手札にあったタイルを使用・配置できません",
    "Tiles of the hand cannot be used or placed in the draft",
  ),
  firstTile: text("先にラインからタイルを選んでください", "First choose a tile from the line"),
  gemSquare: text(
    "ジェムタイルは、書かれたマスにしか使えません",
    "A gem tile puts its gem on the square it names and nowhere else",
  ),
  ownStart: text(
    "リコールで行けるのは、自分のスタート地点だけです",
    "Recall leads to your own start square and nowhere else",
  ),
  oneStep: text(
    "コマは、上下左右に1マスずつ動かします",
    "Your pawn moves one square at a time, up, down, left or right",
  ),
  turnHint: text(
    "Rキー・ホイール・もう一度タップで回転、Enterか下のボタンで決定",
    "R, the wheel or another tap turns it; confirm with Enter or the button below",
  ),
  turnTouch: text(
    "もう一度タップすると回転、下のボタンで決定",
    "Tap it again to turn it; the button below confirms",
  ),
  tapTouch: text("もう一度タップするか、下のボタンで決定", "Tap it again or use the button below"),
  goal: text(
    "いずれかが{n}個以上になると、そのラウンドでゲーム終了。ジェムが最も多い側の勝ち",
    "Once a side has {n}, the game ends with that round; the most gems win",
  ),
  tapAgain: text(
    "もう一度タップするか、Enterか下のボタンで決定",
    "Tap again, press Enter or use the button below to confirm",
  ),
  keys: text(
    "矢印キーでマスを移動、Enterで選択、Rで回転、Escapeで取り消し。",
    "Arrow keys move between squares, Enter selects, R rotates, Escape cancels.",
  ),
  none: text("なし", "none"),
  uses: text("あと{n}回", "{n} left"),
  passive: text("自動で発揮", "automatic"),
} satisfies Record<string, Text>;

/** The words in a language; `n` fills in a number. */
export function say(key: keyof typeof words, lang: Lang, n?: number): string {
  return words[key][lang].replace("{n}", String(n ?? ""));
}

/** The words in a language with a name in them. */
export const sayOf = (key: keyof typeof words, name: string, lang: Lang): string =>
  words[key][lang].replace("{name}", name);

/** What the game calls a thing, by its key in the glossary, as a heading. */
export const heading = (key: string, lang: Lang): string => capital(rulebook.name(key)[lang]);

/** Several of a thing as a heading. */
export const several = (key: string, lang: Lang): string =>
  `${heading(key, lang)}${lang === "en" ? "s" : ""}`;

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A count of gems in words. */
export const gemsWord = (n: number, lang: Lang) =>
  lang === "ja" ? `ジェム${n}個` : many(n, "gem");
/** A count of tiles in words. */
export const tilesWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}枚` : many(n, "tile"));
/** A count of action points in words. */
export const pointsWord = (n: number, lang: Lang) =>
  lang === "ja" ? `行動点${n}` : many(n, "action point");
/** The round in words. */
export const roundWord = (n: number, lang: Lang) =>
  lang === "ja" ? `第${n}ラウンド` : `Round ${n}`;

/** A tile where there is little room: a gem tile only by its square. */
export function shortName(tile: string, called: Called): string {
  return isSquare(tile) ? tile : called.tile(tile);
}

/** Why a tile would be discarded: it makes an endless place, here for the pawns of these seats. */
export function endlessWord(judged: Judged, seats: readonly string[], lang: Lang): string {
  const names = lang === "ja" ? seats.join("・") : new Intl.ListFormat("en").format(seats);
  return words[judged === "with_pawns" ? "endlessNow" : "endless"][lang].replace("{names}", names);
}

const ENDS: Record<End["reason"], Text> = {
  gems: text("ジェムが必要数に達しました", "the goal was reached"),
  shortage: text("フロアタイルの山札が足りませんでした", "the floor deck was short"),
  gems_and_shortage: text(
    "ジェムが必要数に達し、フロアタイルの山札も足りませんでした",
    "the goal was reached and the floor deck was short",
  ),
};

/** How the game ended, in words. `winners` are their names, joined; empty in a draw. */
export function endWord({ reason, tied }: End, winners: string, lang: Lang): string {
  const why = ENDS[reason][lang];
  if (lang === "ja") {
    const tie = winners && tied !== null ? `(${tied}個の同数、先に達した側の勝ち)` : "";
    return `${winners ? `${winners}の勝ち` : "引き分け"}${tie}。${why}。`;
  }
  const tie = winners && tied !== null ? ` (a tie at ${tied}, reached first)` : "";
  return `${winners ? `Won by ${winners}` : "A draw"}${tie}: ${why}.`;
}

const DEEDS: Record<Deed, Text> = {
  placed: text("{name}が直前に配置", "last placed by {name}"),
  rotated: text("{name}が直前に回転", "last turned by {name}"),
  used: text("{name}が直前にジェムタイルを使用", "gem tile last used by {name}"),
  removed: text("{name}が直前にタイルを除去", "tile last removed by {name}"),
};

/** What somebody did last to a square, in words. */
export const deedWord = (deed: Deed, name: string, lang: Lang): string =>
  DEEDS[deed][lang].replace("{name}", name);

/** A way in words: every square with what moved the pawn there, and why it ends there. */
export function wayWord(way: Way, lang: Lang): string {
  const gems = way.steps.reduce((sum, step) => sum + step.gems, 0);
  const squares = way.steps.map(({ square, by }) => {
    const mover = MOVERS[by][lang];
    return mover ? `${square} (${mover})` : square;
  });
  const path = [way.steps[0]?.from, ...squares].join(" → ");
  const reason = REASONS[way.reason][lang];
  const gain = gems > 0 ? gemsWord(gems, lang) : "";
  if (lang === "ja") return `${path} ${reason}${gain ? `。${gain}を獲得` : ""}`;
  return `${path}${reason}${gain ? `; gains ${gain}` : ""}`;
}
