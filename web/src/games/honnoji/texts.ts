/** The game's own words, in both languages. Rule sentences come from the server. */
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
import type { Tip } from "../../lib/tip.svelte";
import type { Look } from "./faces";

const text = (ja: string, en: string): Text => ({ ja, en });

/** The numbers as they are painted on the cards. */
export const NUMERALS = ["〇", "一", "二", "三", "四", "五"] as const;

/** A card: its name, what is painted on it where there is room, and what it is. */
export interface Named {
  name: Text;
  /** On the card itself, in Japanese. */
  face: string;
  does: Text;
  rules: readonly string[];
}

const NUMBER_DOES = text(
  "アイコンの方向の先に置くと、その数字を指定する。続けて置くと足される(5まで)。",
  "Laid in the direction of an icon it designates its number. Numbers in a row are added, up to 5.",
);
const number = (n: number): Named => ({
  name: text(`数字札 ${n}`, `Number ${n}`),
  face: NUMERALS[n] ?? "",
  does: NUMBER_DOES,
  rules: ["H-46", "H-51", "H-52"],
});
const treasure = (ja: string, en: string, kind: Text): Named => ({
  name: text(ja, en),
  face: ja,
  does: text(
    `名物札(${kind.ja})。手札にはできず、晒し場で奪われることがある。`,
    `A treasure (${kind.en}). It never comes to hand, and may be stolen where it is exposed.`,
  ),
  rules: ["H-103", "H-120", "H-139"],
});
const CADDY = text("茶入", "a tea caddy");
const BOWL = text("茶碗", "a tea bowl");
const SCROLL = text("掛軸", "a hanging scroll");

/** Every face. */
export const FACES: Record<Face, Named> = {
  crest: {
    name: text("家紋札", "Crest"),
    face: "家紋",
    does: text(
      "移動・刀攻撃・回復の3つのアイコンを持つ。使っても必ず手札に戻る。",
      "It carries three icons: move, sword and recover. It always returns to hand.",
    ),
    rules: ["H-45", "H-126"],
  },
  "1": number(1),
  "2": number(2),
  "3": number(3),
  "4": number(4),
  "5": number(5),
  koban: treasure("小判", "Koban", text("金貨", "a gold coin")),
  tsukumo: treasure("九十九茄子", "Tsukumo Nasu", CADDY),
  juko_konasu: treasure("珠光小茄子", "Jukō Konasu", CADDY),
  seitaka: treasure("勢高肩衝", "Seitaka Katatsuki", CADDY),
  enza: treasure("円座肩衝", "Enza Katatsuki", CADDY),
  bandai: treasure("万歳大海", "Bandai Taikai", CADDY),
  joo: treasure("紹鴎白天目", "Jōō White Tenmoku", BOWL),
  juko_chawan: treasure("珠光茶碗", "Jukō Tea Bowl", BOWL),
  chosho: treasure("趙昌の菓子の絵", "Zhao Chang's Fruits", SCROLL),
  mokkei: treasure("牧谿の絵", "Muqi's Painting", SCROLL),
  chidori: treasure("千鳥の香炉", "Plover Censer", text("香炉", "an incense burner")),
  kateki: treasure("貨狄の舟花入", "Kateki Boat Vase", text("花入", "a flower vase")),
  miyao: treasure("宮王釜", "Miyaō Kettle", text("釜", "a kettle")),
  katana: {
    name: text("刀", "Katana"),
    face: "刀",
    does: text(
      "武器札。刀攻撃のアイコンを持つ。手札に回復すると使える。",
      "A weapon with a sword icon. It can be laid once it is recovered to hand.",
    ),
    rules: ["H-95", "H-99", "H-121"],
  },
  gun: {
    name: text("銃", "Gun"),
    face: "銃",
    does: text(
      "武器札。どのマスにも届く銃攻撃のアイコンを持つ。手札に回復すると使える。",
      "A weapon with a gun icon, which reaches every square. It can be laid once it is recovered to hand.",
    ),
    rules: ["H-98", "H-99", "H-121"],
  },
  ranmaru: {
    name: text("蘭丸", "Ranmaru"),
    face: "蘭丸",
    does: text(
      "人物札。2つのアイコンを持つ。もう1回の移動を加えられる。",
      "A person with two icons; he can add a second step to a move.",
    ),
    rules: ["H-69", "H-79", "H-121"],
  },
  mitsuhide: {
    name: text("光秀", "Mitsuhide"),
    face: "光秀",
    does: text(
      "人物札。2つのアイコンを持つ。もう1回の移動を加えられる。",
      "A person with two icons; he can add a second step to a move.",
    ),
    rules: ["H-69", "H-79", "H-121"],
  },
  fire: {
    name: text("火ノ手", "Fire"),
    face: "火ノ手",
    does: text(
      "このマスは火ノ手マスになる。札は拾えず、いる人は1枚捨てる。",
      "Its square burns this round: nothing can be picked up, and whoever stands there discards a card.",
    ),
    rules: ["H-29", "H-92", "H-112", "H-134"],
  },
};

/** What the icons order. */
export const ICONS: Record<Icon, Text> = {
  move: text("移動", "Move"),
  sword: text("刀攻撃", "Sword"),
  gun: text("銃攻撃", "Gun"),
  recover: text("回復", "Recover"),
};

/** Where an icon points, as the card's owner sees it. */
export const DIRECTIONS: Record<Direction, { word: Text; sign: string }> = {
  up: { word: text("上", "up"), sign: "↑" },
  right: { word: text("右", "right"), sign: "→" },
  down: { word: text("下", "down"), sign: "↓" },
  left: { word: text("左", "left"), sign: "←" },
};

/** The nine phases in their order, with the sign that stands for each where there is no room. */
export const PHASES: readonly { phase: Phase; sign: string; name: Text; rule: string }[] = [
  { phase: "preparation", sign: "備", name: text("準備", "Deal"), rule: "H-23" },
  { phase: "decision", sign: "決", name: text("行動決定", "Decide"), rule: "H-35" },
  { phase: "movement", sign: "移", name: text("移動", "Move"), rule: "H-61" },
  { phase: "pick_up", sign: "拾", name: text("拾得", "Pick up"), rule: "H-80" },
  { phase: "attack", sign: "攻", name: text("攻撃", "Attack"), rule: "H-94" },
  { phase: "fire", sign: "火", name: text("火ノ手", "Fire"), rule: "H-112" },
  { phase: "recovery", sign: "復", name: text("回復", "Recover"), rule: "H-118" },
  { phase: "exhaustion", sign: "耗", name: text("消耗", "Exhaust"), rule: "H-126" },
  { phase: "round_end", sign: "終", name: text("終了", "Round end"), rule: "H-134" },
];

/** What each seat is called. */
export const SEATS: readonly Text[] = [
  text("赤", "Red"),
  text("青", "Blue"),
  text("黄", "Yellow"),
  text("緑", "Green"),
  text("紫", "Purple"),
];

const words = {
  ring: text("本能寺の5つのマス", "The five squares of Honnō-ji"),
  mat: text("伏せ場", "Your layout"),
  layout: text("伏せ場", "Layout"),
  layouts: text("それぞれの配置", "The layouts"),
  total: text("合計", "Total"),
  grid: text("伏せ場のマス目", "The cells of your layout"),
  hand: text("手札", "Hand"),
  noHand: text("手札なし", "no cards"),
  exposed: text("晒し場", "Exposed"),
  nothingExposed: text("晒し場は空", "nothing exposed"),
  pickCard: text(
    "手札を選び、マスへ。置いた札は何度でも動かせます",
    "Choose a card, then a cell. What is laid can still be moved",
  ),
  pickCell: text("置くマスを選んでください", "Choose a cell for it"),
  pickOther: text("移すマスを選んでください", "Choose the cell to move it to"),
  offers: text("できあいの配置", "Ready-made layouts"),
  otherOffers: text("ほかの案", "More ideas"),
  clear: text("全部戻す", "Take all back"),
  takeBack: text("手札に戻す", "Back to hand"),
  confirm: text("この配置で確定", "Confirm this layout"),
  confirmNothing: text("何も置かずに確定", "Confirm an empty layout"),
  keys: text(
    "手札はEnterで取り、矢印キーでマス目を動いてEnterで置きます。Deleteで手札に戻し、Escapeでやめます。",
    "Enter takes up a card of the hand; arrow keys go over the cells and Enter lays it down. Delete takes it back, Escape leaves it.",
  ),
  orders: text("この配置が命じること", "What this layout orders"),
  noOrders: text("アイコンがないので、何も起きません", "Without an icon nothing is ordered"),
  layNow: text("札を置くと、ここで読み上げます", "Lay a card, and it is read out here"),
  returns: text("消耗で手札へ", "Back to hand"),
  exposes: text("消耗で晒し場へ", "Exposed after the round"),
  faceDown: text("裏向き", "face down"),
  fire: text("火ノ手", "Fire"),
  fireSquare: text("火ノ手マス", "Fire square"),
  fireWhat: text("拾えず1枚捨てる", "take none, lose one"),
  empty: text("札なし", "no cards"),
  deck: text("山札", "Deck"),
  discards: text("捨て場", "Discards"),
  firstPlayer: text("一番槍", "First player"),
  phases: text("フェイズ", "Phases"),
  status: text("ラウンドとフェイズ", "Round and phase"),
  players: text("各自の場", "The players"),
  you: text("あなた", "you"),
  take: text("拾得する", "Take"),
  steal: text("奪う", "Steal"),
  burn: text("捨てる", "Discard"),
  recoverPick: text("回復する", "Recover"),
  recoverNothing: text("何も回復しない", "Recover nothing"),
  notLaid: text("まだ伏せていません", "has not laid yet"),
  declared: text("伏せました(公開まで秘密)", "has laid, hidden until the reveal"),
  laidNothing: text("何も伏せていません", "laid nothing"),
  destination: text("移動先", "you will stand here"),
  reconstructed: text(
    "札の点数とアイコンの向きは復元です",
    "Points and icon directions are reconstructed",
  ),
  reconstructedCard: text(
    "原物の図が失われているため、点数とアイコンは復元です。",
    "The picture of this card is lost: its points and icons are reconstructed.",
  ),
} satisfies Record<string, Text>;

/** The words in a language. */
export const say = (key: keyof typeof words, lang: Lang): string => words[key][lang];

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
/** The name of a phase; of the end, too. */
export const phaseWord = (phase: Phase, lang: Lang): string =>
  PHASES.find((each) => each.phase === phase)?.name[lang] ?? (lang === "ja" ? "終局" : "Game over");

/** A card's name. */
export const faceName = (face: Face, lang: Lang): string => FACES[face].name[lang];
/** The same among others: a number is its digit, the crest needs no kind. */
export const shortName = (face: Face, lang: Lang): string =>
  /^\d$/.test(face) ? face : face === "crest" && lang === "ja" ? "家紋" : faceName(face, lang);
/** The names of cards. */
export const faceNames = (faces: readonly Face[], lang: Lang): string =>
  list(
    faces.map((face) => shortName(face, lang)),
    lang,
  );

/** The icons of a card in words; empty for a card without any. */
export function iconsWord(look: Look | null, lang: Lang): string {
  return (look?.icons ?? [])
    .map(({ icon, direction }) => `${ICONS[icon][lang]}${DIRECTIONS[direction].sign}`)
    .join(lang === "ja" ? "・" : ", ");
}

/** A card in words: name, points, icons. */
export function cardWord(look: Look | null, face: Face, lang: Lang): string {
  const parts = [faceName(face, lang)];
  if (look && look.points > 0) parts.push(pointsWord(look.points, lang));
  const icons = iconsWord(look, lang);
  if (icons) parts.push(icons);
  return list(parts, lang);
}

/** What a card is, with its rules. */
export function cardTip(look: Look | null, face: Face, lang: Lang): Tip {
  const { does, rules } = FACES[face];
  const lost = look?.print === "reconstructed" ? say("reconstructedCard", lang) : "";
  return {
    title: cardWord(look, face, lang),
    text: [does[lang], lost].filter(Boolean).join(lang === "ja" ? "" : " "),
    rules,
  };
}

/** Where a cell is, in words. */
export function placeWord({ x, y }: Cell, lang: Lang): string {
  const way = (n: number, more: string, less: string) => (n > 0 ? more : less) + Math.abs(n);
  const ja = [y === 0 ? "" : way(y, "上", "下"), x === 0 ? "" : way(x, "右", "左")].join("");
  if (lang === "ja") return ja || "中央";
  const en = [y === 0 ? "" : way(y, "up ", "down "), x === 0 ? "" : way(x, "right ", "left ")];
  return en.filter(Boolean).join(", ") || "middle";
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
  empty: text("次のマスが空なので、何もしません", "does nothing, because the next cell is empty"),
  not_a_number: text(
    "次の札に数字がないので、何もしません",
    "does nothing, because the next card has no number",
  ),
  six: text(
    "次の数字で6以上になるので、何もしません",
    "does nothing, because the sum would be six or more",
  ),
};
const EDGE = text("伏せ場の端なので、何もしません", "does nothing, because the area ends there");
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
    "is no neighbour, and the squares between are not named",
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
      return ja ? `${effect.square}のマスを通る` : `passes ${effect.square}`;
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
        ? `${effect.square}には届きません(刀が届くのは${reach})`
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
export function iconWord(reading: IconReading, lang: Lang): string {
  const chain = chainWord(reading);
  const name = `${faceName(reading.card, lang)} ${ICONS[reading.icon][lang]}${DIRECTIONS[reading.direction].sign}`;
  const ended = endedWord(reading, lang);
  return [name, chain, effectWord(reading, lang), ended && `(${ended})`].filter(Boolean).join(" ");
}

/** What a whole layout orders, in a few words; for the eyes of those who know the game. */
export function planWords(reading: Reading, lang: Lang): string[] {
  const ja = lang === "ja";
  const { destination, path, attacks, recover } = reading;
  const out: string[] = [];
  if (path.length > 0 && destination !== null) {
    const way = path.slice(0, -1);
    const via = way.length > 0 ? (ja ? `${way.join("・")}経由で` : ` by ${way.join(", ")}`) : "";
    out.push(ja ? `${via}${destination}へ` : `to ${destination}${via}`);
  } else if (reading.from !== null) {
    out.push(ja ? `${reading.from}に留まる` : `stays on ${reading.from}`);
  }
  for (const { icon, square } of attacks) {
    if (ja) out.push(`${icon === "gun" ? "銃" : "刀"}で${square}`);
    else out.push(`${icon} at ${square}`);
  }
  if (recover > 0) out.push(ja ? `${recover}枚まで回復` : `recovers up to ${recover}`);
  return out;
}

/** What a whole layout orders and what becomes of its cards, to be heard. */
export function readingWord(reading: Reading, lang: Lang): string {
  const stop = lang === "ja" ? "。" : ". ";
  const parts = [list(planWords(reading, lang), lang)];
  if (reading.stays && reading.stays !== "not_designated" && reading.path.length === 0)
    parts.push(STAYS[reading.stays][lang]);
  if (reading.returns.length > 0)
    parts.push(`${say("returns", lang)}: ${faceNames(reading.returns, lang)}`);
  if (reading.exposes.length > 0)
    parts.push(`${say("exposes", lang)}: ${faceNames(reading.exposes, lang)}`);
  return parts.filter(Boolean).join(stop) + (lang === "ja" ? "。" : ".");
}

/** What is known of a layout, in words. */
export function layoutWord(laid: Laid, lang: Lang): string {
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
      return readingWord(laid.reading, lang);
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
      return ja ? `${square}のマスから1枚を拾得` : `Take a card of square ${square}`;
    case "steal":
      return ja ? `${victim}から1枚を奪う` : `Steal a card from ${victim}`;
    case "burn":
      return ja ? "火ノ手マスで1枚を捨てる" : "Discard a card to the fire";
    case "recover":
      return ja ? `${asked.up_to}枚まで回復` : `Recover up to ${asked.up_to}`;
  }
}

/** What confirming a recovery does, in words. */
export function recoverWord(faces: readonly Face[], lang: Lang): string {
  if (faces.length === 0) return say("recoverNothing", lang);
  return lang === "ja" ? `${faceNames(faces, lang)}を回復` : `Recover ${faceNames(faces, lang)}`;
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
