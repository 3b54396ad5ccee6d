/** The page's own Japanese texts about 戦国ドミノ. */
import { ja as grammar } from "../../../lib/i18n/grammar/ja";
import type { Words } from "./en";

const { list } = grammar;

const worth = (strength: string, n: number) => `${strength}${n}`;
const ways = (n: number) => `置き方${n}通り`;
const of = (owner: string, thing: string) => `${owner}の${thing}`;

export const ja: Words = {
  sheetHelp: "矢印キーで動き、Enterで選び、Rで回し、もう一度Enterで置きます。Escapeで戻します。",
  order: "配置の順番",
  declaring: "出陣の順番",
  smallFirst: "小さい戦力値から置きます。",
  camps: "各陣営",
  screen: "ついたての裏",
  generalReady: "総大将は未使用",
  generalSpent: "総大将は使用済み",
  removed: "取り除かれたタイル",
  waits: "配置待ち",
  done: "処理済み",
  you: "あなた",
  pickTile: "タイルを選ぶと、いま置ける場所が見えます。",
  pickSquare: "光っているマスを選び、向きを決めて置いてください。",
  pair: (low, high) => `${low}+${high}`,
  theGeneral: "総大将",
  noPlace: (tile) => `${tile}を置ける場所がありません。総大将ならどのタイルの隣にも置けます。`,
  pickForGeneral: (tile) =>
    `総大将を置くマスを選んでください。置くと${tile}はゲームから取り除かれます。`,
  surePlace: "必ず置けます。",
  mayLosePlace: "先に置く人に場所を取られるかもしれません。",
  needsOthers: "ほかの人が場所を作らないと置けません。",
  declareFirst: (tile) => `いまは出陣です。${tile}は順番が来たら置けます。`,
  cancel: "やめる",
  turn: "回す",
  withGeneral: "総大将に代える",
  withTile: "元のタイルに戻す",
  loses: (tile) => `${tile}はゲームから取り除かれます。`,
  settles: "この手で決まること:",
  settlesNothing: "この手で決まる花道はありません。",
  lines: "花道の状況",
  standing: "状況",
  nobody: "誰も取れません",
  empty: "空き",
  lit: "置けます",
  declared: "出陣中",
  laidLast: "最後に置いたタイル",
  settledLast: "いま決まりました。",
  oneWay: "ここに置く向きは一通りだけです。",
  toDeclare: "選ぶと置ける場所が見えます。判定エリアへドラッグしても出陣できます。",
  toPlace: "光っているマスを選ぶか、そこへドラッグして置きます。",
  generalWorth: "どのタイルの隣にも置けます。ゲーム中一度だけ使えます。",
  castleGoal: "花道の最も多い人が取ります。",

  round: (n) => `第${n}ラウンド`,
  score: (castles, flowers) => `城${castles} 花${flowers}`,

  mark: (troop, mark) => `${troop}${mark}`,
  tile: (low, high, strength, n) => `${low}と${high}（${worth(strength, n)}）`,
  general: (general, strength, n) => `${general}（${worth(strength, n)}）`,
  of,
  here: (mark) => `ここに${mark}`,
  tokens: (tiles) => list(tiles),
  noPlaceNow: "いま置ける場所はありません",
  ways,
  waysNow: (possible) => `いまの${possible}`,
  waysStraddling: (n, straddling) => `${ways(n)}（うち${straddling}つは戦場をまたぐ）`,
  dark: (tile) => `${tile}は置けません。`,
  generalLost: (sheet, general) =>
    `${sheet}にまだタイルがないので、いま${general}を出すと置けずに失います。`,
  generalFirst: (sheet, general) =>
    `${sheet}にまだタイルがありません。ほかにも${general}を出す人がいなければ、最初に置く番になり、置けずに失います。`,

  stock: (names, counts, general) =>
    list([`${names.hand}${counts.hand}枚`, `${names.pile}${counts.pile}枚`, general]),
  pile: (n, handSize) => `残り${n}枚。番が終わるごとに、手札が${handSize}枚になるまで引きます。`,
  wanting: (n) => `あと${n}で勝ちです。`,

  path: (name, place) => `${name}${place}`,
  settledForNobody: "決着: なし",
  settledFor: (clan) => `決着: ${clan}`,
  nobodyYet: "空き",
  tiedForNobody: "同点（誰も取れません）",
  leads: (clan) => `${clan}が優勢`,
  leadsAsNext: (clan) => `同点で次点の${clan}`,
  castleForNobody: (castle) => `${castle}は誰も取れません`,
  castleFor: (clan, castle) => `${clan}の${castle}です`,

  smallestFirst: (order) => `小さい順に ${order}`,
  tiedLast: (order, strengths, cross) =>
    `${order}。${strengths.join("と")}は重なったので${cross}に移り、最後に置きます。${cross}では後から出した人が先です。`,
  tiesWith: (clans, cross) => `${list(clans)}と重なり、全員が${cross}（最後）に移ります。`,
  wouldPlace: (n) => `いま出ている中では${n}番目に置きます。`,
  waitToDeclare: "出陣の番を待っています。",
  waitForAll: "全員が出陣すると、配置の順番が決まります。",
  waitForRound: "このラウンドの配置は済みました。",
  waitToPlace: (n) => `あなたは${n}番目に置きます。`,

  tileOf: of,
  handOf: (name) => of(name, "手札"),
  pileOf: (name) => of(name, "山札"),
  editedRemoved: "ゲームから取り除かれたタイル",
  lies: "このマスから伸びる向き",
  towards: { right: "右", down: "下", left: "左", up: "上" },
  undecided: "未決",
  nobodys: "誰のものでもない",
  stage: "段階",
  declaresFirst: (name) => `${name}から出陣`,
  midRound: "ラウンドの途中",
  editedRound: "ラウンド",
  editedField: "戦場",
};
