/** The page's own Japanese texts about 乾隆後宮. */
import { ja as grammar } from "../../../lib/i18n/grammar/ja";
import type { Words } from "./en";

const laps = (n: number) => `${n}周`;
const points = (n: number) => `${n}点`;
const eunuch = (owner: string, name: string, side: string) => `${owner}の${name}（${side}）`;

export const ja: Words = {
  resolving: "実行中",
  between: "ラウンドの合間",
  over: "ゲーム終了",
  whichSide: "どちらの太監ですか",
  none: "なし",
  you: "あなた",
  placingDoes: "交互に太監を1個ずつ、空いているカードに置きます。",
  processingDoes: "太監のいるカードが、1番から9番へ順に働きます。",
  entryDoes: "太監はここから殿内に入ります。",
  signs: { entry: "入口", strong: "強化", point: "点", return: "送還" },
  discarded: "働き終えた策謀カードです。",
  noneDiscarded: "策謀カードはまだ引かれていません。",
  stock: "点のストック",
  start: "開始のマス",
  tea: "茶のマス",
  drag: "光っているカードを押すか、太監をカードへドラッグして置きます。",

  points,
  cards: (n) => `${n}枚`,
  laps,
  round: (n, round) => `第${n}${round}`,
  eunuch,
  consortAt: (owner, consort, place, n) => `${owner}の${consort}: ${place}、${laps(n)}`,
  card: (n, name) => `${n}番 ${name}`,
  cardFaceDown: (n, faceDown) => `${n}番（${faceDown}）`,
  square: (palace, name) => `${palace}の「${name}」`,
  step: (bedroom, n) => `${bedroom}の${n}マス目`,
  takenByYou: "あなたの太監がいます。",
  takenBy: (name) => `${name}の太監がいます。`,
  moved: (seats) => `直前の手: ${grammar.list(seats)}`,
  stands: (owner, consort, n) => `${owner}の${consort}がいます（${laps(n)}）。`,
  lapGives: (n) => `1周 ${points(n)}`,
  hand: (names, { weak, strong }) =>
    `${names.hand}の${names.eunuch}: ${names.weak} ${weak}、${names.strong} ${strong}`,

  of: (owner, thing) => `${owner}の${thing}`,
  editedCard: (n, name) => `${n}番「${name}」`,
  editedSquare: (palace, n, owner) => `${palace}${n}マス目（${owner}）`,
  editedStep: (bedroom, n, start) => (n === 0 ? `${bedroom}${n}（${start}）` : `${bedroom}${n}`),
  stage: "段階",
  places: (name) => `${name}が配置する`,
  faceUp: "表になっている",
  lapsOf: (name) => `${name}の周回`,
};
